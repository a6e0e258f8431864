import { transitions } from '@aangan/contract/states.ts';

/** Two approvers, one word each (the customer's words). A rejected request is asked for again as a new one. */
export const marginStates = transitions({
  PENDING: { approve: 'PARTIALLY APPROVED', reject: 'REJECTED' },
  'PARTIALLY APPROVED': { approve: 'APPROVED', reject: 'REJECTED' },
  APPROVED: {},
  REJECTED: {},
});

export const marginLabels = {
  PENDING: 'PENDING',
  'PARTIALLY APPROVED': 'PARTIALLY APPROVED',
  APPROVED: 'APPROVED',
  REJECTED: 'REJECTED',
} as const;

export type MarginStatus = keyof typeof marginLabels;

/** Who may take the next step, by the status it stands in. */
export const marginCodes: Readonly<Record<string, string>> = {
  PENDING: 'MARGIN_L1_APPROVED',
  'PARTIALLY APPROVED': 'MARGIN_L2_APPROVED',
};
