import { transitions } from '@aangan/contract/states.ts';

export const bankAccountStates = transitions({
  DRAFT: { submit: 'PENDING' },
  PENDING: { verify: 'VERIFIED', reject: 'REJECTED' },
  VERIFIED: { close: 'CLOSED' },
  REJECTED: {},
  CLOSED: {},
});
