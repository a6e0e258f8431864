import { transitions } from '@aangan/contract/states.ts';

export const cctvStates = transitions({
  SUBMITTED: { edit: 'SUBMITTED', verify: 'VERIFIED', reject: 'REJECTED' },
  REJECTED: { edit: 'SUBMITTED' },
  VERIFIED: {},
});

export type CctvStatus = keyof typeof cctvStates;

export const cctvStatusLabels: Readonly<Record<CctvStatus, string>> = {
  SUBMITTED: 'To verify',
  VERIFIED: 'Verified',
  REJECTED: 'Rejected',
};

export const cctvKinds = {
  INSTALLATION_CERTIFICATE: 'Installation certificate',
  CAMERA_LAYOUT: 'Camera layout',
  RECORDER_HEALTH_REPORT: 'Recorder health report',
  RETENTION_DECLARATION: 'Retention declaration',
  MAINTENANCE_CONTRACT: 'Maintenance contract',
  VENDOR_KYC: 'Vendor KYC',
  NOTICE_PHOTO: 'Photo of the notice',
  OTHER: 'Other',
} as const;
export type CctvKind = keyof typeof cctvKinds;

/** What every centre keeps; OTHER is never missing. */
export const neededKinds = (Object.keys(cctvKinds) as CctvKind[]).filter((kind) => kind !== 'OTHER');
