import { stateTable } from '@aangan/web/ui/state-look.ts';
import { type EventColour, eventLabels } from './event.states.ts';

stateTable('event', {
  DRAFT: ['neutral', eventLabels.DRAFT],
  PUBLISHED: ['success', eventLabels.PUBLISHED],
  CANCELLED: ['danger', eventLabels.CANCELLED],
});

/** The same colours, strong enough for a dot of a few pixels. */
export const dotOf: Readonly<Record<EventColour, string>> = {
  BLUE: 'var(--mantine-color-blue-filled)',
  GREEN: 'var(--mantine-color-teal-filled)',
  ORANGE: 'var(--mantine-color-orange-filled)',
  PINK: 'var(--mantine-color-pink-filled)',
  VIOLET: 'var(--mantine-color-grape-filled)',
  GREY: 'var(--mantine-color-gray-filled)',
};

/** Tints that text stays readable on, light and dark. */
export const tintOf: Readonly<Record<EventColour, string>> = {
  BLUE: 'var(--mantine-color-blue-light)',
  GREEN: 'var(--mantine-color-teal-light)',
  ORANGE: 'var(--mantine-color-orange-light)',
  PINK: 'var(--mantine-color-pink-light)',
  VIOLET: 'var(--mantine-color-grape-light)',
  GREY: 'var(--mantine-color-gray-light)',
};
