import { transitions } from '@aangan/contract/states.ts';

export const claimStates = transitions({
  SUBMITTED: { take: 'UNDER_REVIEW' },
  UNDER_REVIEW: { approve: 'APPROVED', 'approve-part': 'PARTIALLY_APPROVED', reject: 'REJECTED' },
  // What is credited waits for finance; refused there, the claim is decided once more.
  APPROVED: { 're-order': 'RE_ORDERED', credit: 'CLOSED', 'credit-refused': 'UNDER_REVIEW' },
  PARTIALLY_APPROVED: { 're-order': 'RE_ORDERED', credit: 'CLOSED', 'credit-refused': 'UNDER_REVIEW' },
  REJECTED: {},
  // Its replacement was cancelled or lost: it can be ordered once more.
  RE_ORDERED: { arrive: 'DELIVERED', 'order-ended': 'APPROVED' },
  DELIVERED: { close: 'CLOSED' },
  CLOSED: {},
});
export const claimLabels = {
  SUBMITTED: 'Submitted',
  UNDER_REVIEW: 'Under review',
  APPROVED: 'Approved',
  PARTIALLY_APPROVED: 'Partially approved',
  REJECTED: 'Rejected',
  RE_ORDERED: 'Re-ordered',
  DELIVERED: 'Delivered',
  CLOSED: 'Closed',
} as const;
export const claimFaults = {
  COURIER: 'Courier',
  PACKING: 'Packing',
  SUPPLIER: 'Supplier',
  CENTRE: 'Centre',
  UNKNOWN: 'Unknown',
} as const;
export const claimKinds = {
  DAMAGED: 'Damaged',
  MISSING: 'Missing',
  WRONG_ITEM: 'Wrong item',
  WRONG_SIZE: 'Wrong size',
} as const;
export const resolutions = { REPLACE: 'Replace', CREDIT: 'Credit', NONE: 'Nothing' } as const;
export type Resolution = keyof typeof resolutions;

export const CLAIM_CODE = 'DAMAGE_CLAIM_APPROVED';
/** Calendar days after the delivery, that of the delivery not counted. */
export const CLAIM_DAYS = 7;
/** A parcel that the courier says it delivered and that never came is reported within so many hours. */
export const MISSING_PARCEL_HOURS = 48;
/** A replacement that arrived closes its claim by itself after so many days. */
export const CLOSE_DAYS = 7;
export const PHOTOS = { accept: ['jpg', 'png'], maxMb: 10, most: 5 } as const;
