import { transitions } from '@aangan/contract/states.ts';

/** How far an order has come moves the others; a person only revokes. */
export const allocationStates = transitions({
  ALLOCATED: { revoke: 'REVOKED', order: 'ORDERED' },
  ORDERED: { free: 'ALLOCATED', ship: 'SHIPPED' },
  SHIPPED: { free: 'ALLOCATED', arrive: 'AT_CENTRE' },
  AT_CENTRE: { 'hand-over': 'HANDED_OVER' },
  HANDED_OVER: {},
  REVOKED: {},
});

/** As lists say it: an allocation that cannot be ordered yet is blocked. */
export const allocationLabels = {
  ALLOCATED: 'Allocated',
  BLOCKED: 'Blocked',
  ORDERED: 'Ordered',
  SHIPPED: 'Shipped',
  AT_CENTRE: 'At centre',
  HANDED_OVER: 'Handed over',
  REVOKED: 'Revoked',
} as const;
export type AllocationState = keyof typeof allocationLabels;

export const allocationSources = {
  AUTO: 'Admission',
  UPLOAD: 'Upload',
  MANUAL: 'By hand',
} as const;
