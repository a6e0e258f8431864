import { transitions } from '@aangan/contract/states.ts';

export const vendorKinds = {
  COMPANY: 'Company',
  INDIVIDUAL: 'Individual',
  IN_HOUSE: 'In-house team',
} as const;
export const vendorStatusLabels = {
  PENDING: 'To verify',
  VERIFIED: 'Verified',
  SUSPENDED: 'Suspended',
  CLOSED: 'Closed',
} as const;
export type VendorStatus = keyof typeof vendorStatusLabels;
export const vendorStates = transitions({
  PENDING: { verify: 'VERIFIED', close: 'CLOSED' },
  VERIFIED: { suspend: 'SUSPENDED', close: 'CLOSED' },
  SUSPENDED: { reinstate: 'VERIFIED', close: 'CLOSED' },
  CLOSED: {},
});
export const vendorActions = {
  verify: 'Verify',
  suspend: 'Suspend',
  reinstate: 'Reinstate',
  close: 'Close',
} as const;

export const escortRoles = {
  DRIVER: 'Driver',
  ATTENDANT: 'Attendant',
  CONDUCTOR: 'Conductor',
  GUARD: 'Guard',
} as const;
export type EscortRole = keyof typeof escortRoles;
/** What somebody does on a vehicle; a guard stands at the gate. */
export const postingRoles = { DRIVER: 'Driver', ATTENDANT: 'Attendant', CONDUCTOR: 'Conductor' } as const;
export const personStatusLabels = {
  PENDING: 'To verify',
  VERIFIED: 'Verified',
  SUSPENDED: 'Suspended',
  LEFT: 'Left',
} as const;
export type PersonStatus = keyof typeof personStatusLabels;
export const personStates = transitions({
  PENDING: { verify: 'VERIFIED', leave: 'LEFT' },
  VERIFIED: { suspend: 'SUSPENDED', leave: 'LEFT' },
  SUSPENDED: { reinstate: 'VERIFIED', leave: 'LEFT' },
  LEFT: {},
});
export const personActions = {
  verify: 'Verify',
  suspend: 'Suspend',
  reinstate: 'Reinstate',
  leave: 'Has left',
} as const;

export const documentKinds = {
  AGREEMENT: 'Agreement',
  PAN: 'PAN',
  GST: 'GST registration',
  LICENCE: 'Driving licence',
  BADGE: 'Badge',
  POLICE: 'Police verification',
  MEDICAL: 'Medical certificate',
  ADDRESS: 'Proof of address',
  SAFETY_TRAINING: 'Safety training',
} as const;
export type DocumentKind = keyof typeof documentKinds;
export const documentStatusLabels = {
  SUBMITTED: 'To verify',
  VERIFIED: 'Verified',
  REJECTED: 'Rejected',
} as const;
export const documentStates = transitions({
  SUBMITTED: { verify: 'VERIFIED', reject: 'REJECTED' },
  REJECTED: {},
  VERIFIED: {},
});

/** Without these nobody is verified. */
export const vendorNeeds = (kind: keyof typeof vendorKinds): readonly DocumentKind[] =>
  kind === 'IN_HOUSE' ? [] : ['AGREEMENT', 'PAN'];
export const personNeeds = (role: EscortRole): readonly DocumentKind[] =>
  role === 'DRIVER' ? ['LICENCE', 'POLICE', 'MEDICAL'] : ['POLICE', 'MEDICAL'];

/** What ends, so that its last day must be known. */
export const endingKinds: readonly DocumentKind[] = ['AGREEMENT', 'LICENCE', 'BADGE', 'POLICE', 'MEDICAL'];

export const logTypes = { VENDOR: 'Vendor', PERSON: 'Person', DOCUMENT: 'Document', CARD: 'Card' } as const;
export type LogType = keyof typeof logTypes;
