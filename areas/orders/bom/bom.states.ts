import { transitions } from '@aangan/contract/states.ts';

/** The words are the customer's. The third approval makes a version the active one; the one before becomes inactive. */
export const bomStates = transitions({
  PENDING: { approve: 'C1 APPROVED', reject: 'REJECTED' },
  'C1 APPROVED': { approve: 'C2 APPROVED', reject: 'REJECTED' },
  'C2 APPROVED': { approve: 'ACTIVE', reject: 'REJECTED' },
  REJECTED: {},
  ACTIVE: { deactivate: 'INACTIVE', replace: 'INACTIVE' },
  INACTIVE: { activate: 'ACTIVE' },
});
export const bomLabels = {
  PENDING: 'PENDING',
  'C1 APPROVED': 'C1 APPROVED',
  'C2 APPROVED': 'C2 APPROVED',
  REJECTED: 'REJECTED',
  ACTIVE: 'ACTIVE',
  INACTIVE: 'INACTIVE',
} as const;
export const approverLabels = {
  PENDING: 'PENDING',
  'C1 APPROVED': 'C1 APPROVED',
  'C2 APPROVED': 'C2 APPROVED',
  APPROVED: 'APPROVED',
  REJECTED: 'REJECTED',
} as const;
export type BomStatus = keyof typeof bomLabels;

/** Who decides next, by what was decided before. */
export const bomCodes: Readonly<Partial<Record<string, string>>> = {
  PENDING: 'WOWKIT_C1_APPROVED',
  'C1 APPROVED': 'WOWKIT_C2_APPROVED',
  'C2 APPROVED': 'WOWKIT_C3_APPROVED',
};
export const LAST_CODE = 'WOWKIT_C3_APPROVED';
