import { transitions } from '@aangan/contract/states.ts';

export const eventLabels = { DRAFT: 'Draft', PUBLISHED: 'Published', CANCELLED: 'Cancelled' } as const;
export const eventStates = transitions({
  DRAFT: { publish: 'PUBLISHED', cancel: 'CANCELLED' },
  PUBLISHED: { cancel: 'CANCELLED' },
  CANCELLED: {},
});

export const eventKinds = {
  EVENT: 'Event',
  ACTIVITY: 'Activity',
  MEETING: 'Meeting',
  PTM: 'Parent-teacher meeting',
  TRIP: 'Trip',
  CELEBRATION: 'Celebration',
  DEADLINE: 'Deadline',
  OTHER: 'Other',
} as const;
export type EventKind = keyof typeof eventKinds;

export const eventColours = {
  BLUE: 'Blue',
  GREEN: 'Green',
  ORANGE: 'Orange',
  PINK: 'Pink',
  VIOLET: 'Violet',
  GREY: 'Grey',
} as const;
export type EventColour = keyof typeof eventColours;

export const peopleLabels = { ALL: 'Families and staff', PARENT: 'Families', STAFF: 'Staff' } as const;
export const answerKinds = {
  NONE: 'No answers',
  YES_NO: 'Yes or no',
  ADULTS: 'Yes or no, and how many adults',
} as const;
export const answerLabels = { YES: 'Yes', NO: 'No', MAYBE: 'Maybe' } as const;
export const MOST_ADULTS = 6;
