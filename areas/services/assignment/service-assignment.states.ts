import { transitions } from '@aangan/contract/states.ts';

export const serviceAssignmentLabels = {
  DRAFT: 'Draft',
  PENDING: 'Waits for approval',
  HELD: 'Seat held',
  ACTIVE: 'Active',
  ENDED: 'Ended',
  CANCELLED: 'Cancelled',
} as const;
export type ServiceAssignmentStatus = keyof typeof serviceAssignmentLabels;

/** As areas/services.md 2.2. Only HELD and ACTIVE take a seat. */
export const serviceAssignmentStates = transitions({
  DRAFT: { submit: 'PENDING', cancel: 'CANCELLED' },
  PENDING: { approve: 'HELD', reject: 'DRAFT', cancel: 'CANCELLED' },
  HELD: { activate: 'ACTIVE', expire: 'CANCELLED', cancel: 'CANCELLED' },
  ACTIVE: { end: 'ENDED' },
  ENDED: {},
  CANCELLED: {},
});

/** Neither ended nor cancelled: one such per enquiry. */
export const openAssignments = ['DRAFT', 'PENDING', 'HELD', 'ACTIVE'] as const;
