import { transitions } from '@aangan/contract/states.ts';

export const feeAssignmentStates = transitions({
  DRAFT: { submit: 'PENDING', cancel: 'CANCELLED' },
  PENDING: { approve: 'APPROVED', reject: 'REJECTED', cancel: 'CANCELLED' },
  REJECTED: { revise: 'DRAFT', cancel: 'CANCELLED' },
  APPROVED: { replan: 'REVISED', withdraw: 'CLOSED' },
  REVISED: {},
  CLOSED: {},
  CANCELLED: {},
});

export const assignmentStatusTitles: Readonly<Record<keyof typeof feeAssignmentStates, string>> = {
  DRAFT: 'Draft',
  PENDING: 'Waiting for approval',
  APPROVED: 'Approved',
  REJECTED: 'Rejected',
  REVISED: 'Revised',
  CLOSED: 'Closed',
  CANCELLED: 'Cancelled',
};
