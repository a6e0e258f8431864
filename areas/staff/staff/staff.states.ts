import { transitions } from '@aangan/contract/states.ts';

export const staffStates = transitions({
  PENDING: { approve: 'APPROVED', reject: 'REJECTED', leave: 'LEFT' },
  APPROVED: { suspend: 'SUSPENDED', leave: 'LEFT' },
  SUSPENDED: { restore: 'APPROVED', leave: 'LEFT' },
  // Asked for once more, or taken back after years: the approval begins anew.
  REJECTED: { rejoin: 'PENDING' },
  LEFT: { rejoin: 'PENDING' },
});

export type StaffStatus = keyof typeof staffStates;

export const staffStatusTitles: Readonly<Record<StaffStatus, string>> = {
  PENDING: 'Waiting for approval',
  APPROVED: 'Approved',
  REJECTED: 'Rejected',
  SUSPENDED: 'Suspended',
  LEFT: 'Left',
};
