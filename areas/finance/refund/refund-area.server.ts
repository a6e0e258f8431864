import type { AreaExtras } from '@aangan/server/endpoint/area-extras.ts';
import { reconcileRefunds, refundWorker } from './send-refund.server.ts';

export const refundExtras: Pick<AreaExtras, 'jobs' | 'outbox'> = {
  jobs: [reconcileRefunds],
  outbox: { 'finance.refund': refundWorker },
};

export const refundFiles = [
  await import('./decide-refund.server.ts'),
  await import('./double-payment.server.ts'),
  await import('./refund.listing.server.ts'),
  await import('./refundable.server.ts'),
  await import('./request-refund.server.ts'),
  await import('./send-refund.server.ts'),
];
