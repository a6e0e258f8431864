import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { stateTable } from '@aangan/web/ui/state-look.ts';
import type { studentContract } from './student.contract.ts';

export type Student = OutputOf<typeof studentContract.get>;

stateTable('student', {
  UPCOMING: ['info', 'Upcoming'],
  STUDYING: ['success', 'Studying'],
  ON_HOLD: ['warning', 'On hold'],
  LEFT: ['neutral', 'Left'],
  ALUMNI: ['neutral', 'Alumni'],
});

/** Labels of the day sessions (areas/README §4 decision 26). */
export const sessionLabels: Readonly<Record<string, string>> = {
  MORNING: 'Morning',
  AFTERNOON: 'Afternoon',
  FULL_DAY: 'Full day',
};

export const relationLabels: Readonly<Record<string, string>> = {
  MOTHER: 'Mother',
  FATHER: 'Father',
  GUARDIAN: 'Guardian',
  GRANDPARENT: 'Grandparent',
  OTHER: 'Other',
};
