import { transitions } from '@aangan/contract/states.ts';

export const royaltyAgreementStates = transitions({
  DRAFT: { submit: 'PENDING' },
  PENDING: { approve: 'APPROVED', reject: 'DRAFT' },
  APPROVED: { retire: 'RETIRED' },
  RETIRED: {},
});
