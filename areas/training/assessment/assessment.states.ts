import { transitions } from '@aangan/contract/states.ts';

/** What is published is locked: to change it, it is taken back to draft. */
export const assessmentStates = transitions({
  DRAFT: { publish: 'PUBLISHED', archive: 'ARCHIVED' },
  PUBLISHED: { 'take-back': 'DRAFT', archive: 'ARCHIVED' },
  ARCHIVED: { restore: 'DRAFT' },
});
