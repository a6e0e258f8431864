import { transitions } from '@aangan/contract/states.ts';

export const sheetLabels = {
  OPEN: 'Open',
  SUBMITTED: 'Submitted',
  RETURNED: 'Returned',
  PROOFED: 'Proof-read',
  PUBLISHED: 'Published',
} as const;

export const sheetStates = transitions({
  OPEN: { submit: 'SUBMITTED' },
  SUBMITTED: { return: 'RETURNED', proof: 'PROOFED' },
  RETURNED: { submit: 'SUBMITTED' },
  PROOFED: { publish: 'PUBLISHED', reopen: 'RETURNED' },
  PUBLISHED: { reopen: 'RETURNED' },
});
