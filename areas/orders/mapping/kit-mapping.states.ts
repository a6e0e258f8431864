import { transitions } from '@aangan/contract/states.ts';

export const mappingStates = transitions({
  PENDING: { approve: 'CH1_APPROVED', reject: 'REJECT' },
  CH1_APPROVED: { approve: 'APPROVED', reject: 'REJECT' },
  APPROVED: {},
  REJECT: {},
});

/** The customer's words. */
export const mappingLabels = {
  PENDING: 'PENDING',
  CH1_APPROVED: 'CH1_APPROVED',
  APPROVED: 'APPROVED',
  REJECT: 'REJECT',
} as const;

export const mappingCodes: Readonly<Record<string, string>> = {
  PENDING: 'KITMAP_CH1_APPROVED',
  CH1_APPROVED: 'KITMAP_APPROVED',
};
export const priceModes = { SUM: 'Sum of the products', FIXED: 'One price' } as const;
export const fulfilments = { PICK: 'Picked from its products', PREPACKED: 'Packed beforehand' } as const;
