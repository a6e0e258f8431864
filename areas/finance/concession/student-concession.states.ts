import { transitions } from '@aangan/contract/states.ts';

/** A concession of a child. One that was asked with a plan is approved and applied with it. */
export const studentConcessionStates = transitions({
  DRAFT: { submit: 'PENDING' },
  PENDING: { approve: 'APPLIED', reject: 'REJECTED' },
  APPROVED: { apply: 'APPLIED' },
  APPLIED: { revoke: 'REVOKED' },
  REJECTED: {},
  REVOKED: {},
});

export const studentConcessionLabels = {
  PENDING: 'Waits for approval',
  APPLIED: 'Given',
  REJECTED: 'Rejected',
  REVOKED: 'Revoked',
} as const;
