import { transitions } from '@aangan/contract/states.ts';

export const serviceEnquiryLabels = {
  NEW: 'New',
  CONTACTED: 'Contacted',
  WAITLISTED: 'Wait list',
  ASSIGNED: 'Plan chosen',
  PENDING: 'Waits for approval',
  APPROVED: 'Approved',
  ACTIVE: 'Active',
  ENDED: 'Ended',
  LOST: 'Lost',
} as const;
export type ServiceEnquiryStatus = keyof typeof serviceEnquiryLabels;

/** As areas/services.md 2.2. */
export const serviceEnquiryStates = transitions({
  NEW: { contact: 'CONTACTED', wait: 'WAITLISTED', assign: 'ASSIGNED', lose: 'LOST' },
  CONTACTED: { wait: 'WAITLISTED', assign: 'ASSIGNED', lose: 'LOST' },
  WAITLISTED: { assign: 'ASSIGNED', unwait: 'CONTACTED', lose: 'LOST' },
  ASSIGNED: { submit: 'PENDING', wait: 'WAITLISTED', unassign: 'CONTACTED', lose: 'LOST' },
  PENDING: {
    approve: 'APPROVED',
    reject: 'ASSIGNED',
    wait: 'WAITLISTED',
    unassign: 'CONTACTED',
    lose: 'LOST',
  },
  APPROVED: {
    activate: 'ACTIVE',
    expire: 'CONTACTED',
    unassign: 'CONTACTED',
    lose: 'LOST',
  },
  ACTIVE: { end: 'ENDED' },
  ENDED: { revive: 'CONTACTED' },
  LOST: { revive: 'CONTACTED' },
});

/** Neither ended nor lost: one such per child and service. */
export const openStatuses = ['NEW', 'CONTACTED', 'WAITLISTED', 'ASSIGNED', 'PENDING', 'APPROVED'] as const;
/** The wish may still change; later its plan rests on it. */
export const wishStatuses: readonly string[] = ['NEW', 'CONTACTED', 'WAITLISTED'];

/** A plan may be chosen, or chosen anew before it is submitted. */
export const mayAssign = (status: ServiceEnquiryStatus): boolean =>
  status === 'ASSIGNED' || 'assign' in serviceEnquiryStates[status];

export const spancoOf: Readonly<Record<ServiceEnquiryStatus, string>> = {
  NEW: 'Suspect',
  CONTACTED: 'Prospect',
  WAITLISTED: 'Prospect',
  ASSIGNED: 'Negotiation',
  PENDING: 'Negotiation',
  APPROVED: 'Closing',
  ACTIVE: 'Order',
  ENDED: 'Order',
  LOST: 'Lost',
};

export const lostReasons = {
  PRICE: 'Price',
  DISTANCE: 'Distance or stop',
  NO_SEAT: 'No seat',
  OTHER_PROVIDER: 'Found another provider',
  NOT_NEEDED: 'Not needed any more',
  UNREACHABLE: 'Not reachable',
  DUPLICATE: 'Entered twice',
  OTHER: 'Other',
} as const;
