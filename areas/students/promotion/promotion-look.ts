import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { stateTable } from '@aangan/web/ui/state-look.ts';
import type { promotionContract } from './promotion.contract.ts';

export type PromotionClasses = OutputOf<typeof promotionContract.classes>;
export type PromotionRun = OutputOf<typeof promotionContract.get>;
export type PromotionChild = PromotionRun['children'][number];

stateTable('promotion-run', {
  READY: ['warning', 'To decide'],
  APPROVED: ['info', 'Approved'],
  RUNNING: ['info', 'Running'],
  COMPLETED: ['success', 'Completed'],
  PARTIAL: ['danger', 'Partly done'],
  CANCELLED: ['neutral', 'Cancelled'],
});

stateTable('promotion-child', {
  PROMOTE: ['success', 'Promote'],
  RETAIN: ['info', 'Retain'],
  GRADUATE: ['success', 'Graduate'],
  LEAVE: ['neutral', 'Leave'],
  REVIEW: ['warning', 'To decide'],
  UNDECIDED: ['warning', 'Undecided'],
});

stateTable('promotion-result', {
  WAITING: ['info', 'Waiting'],
  DONE: ['success', 'Done'],
  SKIPPED: ['neutral', 'Unchanged'],
  FAILED: ['danger', 'Not done'],
});

export const runPath = (id: string): string => `/student-promotion/list?run=${id}`;
