import { transitions } from '@aangan/contract/states.ts';

export const logBookLabels = { DRAFT: 'Draft', SUBMITTED: 'To review', REVIEWED: 'Reviewed' } as const;

export const logBookStates = transitions({
  DRAFT: { submit: 'SUBMITTED' },
  SUBMITTED: { review: 'REVIEWED', 'send-back': 'DRAFT' },
  REVIEWED: {},
});
