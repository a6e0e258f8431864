import type { AreaExtras } from '@aangan/server/endpoint/area-extras.ts';
import { razorpayInbox, razorpayWebhook } from '../gateway/razorpay-webhook.server.ts';
import { reconcilePayments } from '../gateway/reconcile-payments.server.ts';
import { receiptSearch } from '../receipt/find-receipts.server.ts';
import { receiptWorker } from '../receipt/receipt-document.server.ts';

export const paymentExtras: AreaExtras = {
  search: [receiptSearch],
  jobs: [reconcilePayments],
  outbox: { 'finance.receipt': receiptWorker },
  inbox: { razorpay: razorpayInbox },
  rawEndpoints: [razorpayWebhook],
};
