import { transitions } from '@aangan/contract/states.ts';

export const wowStates = transitions({
  PENDING: { approve: 'ZSM APPROVED', reject: 'REJECTED', withdraw: 'REJECTED' },
  'ZSM APPROVED': { approve: 'APPROVED', reject: 'REJECTED' },
  APPROVED: {},
  REJECTED: {},
});
export const KIT_TYPE = 'WOW_KIT';
/** The column says ZSM, every screen says ZM (specification 4). */
export const wowLabels = {
  PENDING: 'PENDING',
  'ZSM APPROVED': 'ZM APPROVED',
  APPROVED: 'APPROVED',
  REJECTED: 'REJECTED',
} as const;
export const waitingLabels = {
  ZM: 'Zone manager',
  FINAL: 'Final approver',
  CONFIRM: 'Centre to confirm',
  NOBODY: 'Nobody',
} as const;

/** Who decides next, by what was decided before. */
export const wowCodes: Readonly<Partial<Record<string, string>>> = {
  PENDING: 'WOWKIT_ZSM_APPROVED',
  'ZSM APPROVED': 'WOWKIT_APPROVED',
};
/** From this share of the BOM's price on, an order says why. */
export const REASON_FROM_BP = 11_000;
