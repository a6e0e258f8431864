import { transitions } from '@aangan/contract/states.ts';

export const enrollmentLabels = {
  REQUESTED: 'To decide',
  APPROVED: 'Approved',
  'IN PROGRESS': 'In progress',
  COMPLETED: 'Completed',
  REJECTED: 'Rejected',
  WITHDRAWN: 'Withdrawn',
  LAPSED: 'Lapsed',
} as const;

export const enrollmentStates = transitions({
  REQUESTED: { approve: 'APPROVED', reject: 'REJECTED', withdraw: 'WITHDRAWN' },
  APPROVED: { start: 'IN PROGRESS', withdraw: 'WITHDRAWN', lapse: 'LAPSED' },
  'IN PROGRESS': { complete: 'COMPLETED', lapse: 'LAPSED' },
  COMPLETED: {},
  REJECTED: {},
  WITHDRAWN: {},
  LAPSED: {},
});

/** Days after the due day until an enrolment that nobody finished lapses. */
export const LAPSE_DAYS = 30;
