import { transitions } from '@aangan/contract/states.ts';

export const staffDocumentStates = transitions({
  UPLOADED: { verify: 'VERIFIED', reject: 'REJECTED', replace: 'REPLACED' },
  VERIFIED: { expire: 'EXPIRED', replace: 'REPLACED' },
  REJECTED: {},
  EXPIRED: {},
  REPLACED: {},
});

export type StaffDocumentStatus = keyof typeof staffDocumentStates;

export const staffDocumentTitles: Readonly<Record<StaffDocumentStatus, string>> = {
  UPLOADED: 'Waiting for verification',
  VERIFIED: 'Verified',
  REJECTED: 'Rejected',
  EXPIRED: 'Expired',
  REPLACED: 'Replaced',
};
