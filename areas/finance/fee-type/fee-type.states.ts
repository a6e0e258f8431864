import { transitions } from '@aangan/contract/states.ts';

export const feeTypeStates = transitions({
  PENDING: { approve: 'APPROVED', reject: 'REJECTED' },
  APPROVED: { retire: 'RETIRED' },
  REJECTED: {},
  RETIRED: {},
});
