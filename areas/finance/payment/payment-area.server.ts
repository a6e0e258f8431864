import type { AreaExtras } from '@aangan/server/endpoint/area-extras.ts';
import type { Handler } from '@aangan/server/endpoint/handle.ts';
import { razorpayInbox, razorpayWebhook } from '../gateway/razorpay-webhook.server.ts';
import { reconcilePayments } from '../gateway/reconcile-payments.server.ts';
import { listPaymentLinks, sendPaymentLink } from '../payment-link/payment-link.server.ts';
import { receiptSearch } from '../receipt/find-receipts.server.ts';
import { getReceipt, openPublicReceipt } from '../receipt/receipt.queries.server.ts';
import { receiptWorker } from '../receipt/receipt-document.server.ts';
import { approvalDetails } from './approve-payment-details.server.ts';
import {
  accountForPayment,
  approvePayment,
  recordFormFee,
  recordOfflinePayment,
  rejectPayment,
} from './offline-payment.server.ts';
import {
  checkoutPayment,
  openPublicPayment,
  paymentState,
  publicPaymentReceipt,
  startPublicPayment,
  verifyPayment,
} from './online-payment.server.ts';
import { listPayments } from './payment.queries.server.ts';
import { listPaymentExceptions, resolvePaymentException } from './payment-exception.server.ts';

export const paymentHandlers: readonly Handler[] = [
  openPublicPayment,
  startPublicPayment,
  checkoutPayment,
  verifyPayment,
  paymentState,
  publicPaymentReceipt,
  listPayments,
  accountForPayment,
  recordFormFee,
  recordOfflinePayment,
  approvePayment,
  rejectPayment,
  sendPaymentLink,
  listPaymentLinks,
  openPublicReceipt,
  getReceipt,
  approvalDetails,
  listPaymentExceptions,
  resolvePaymentException,
];

export const paymentExtras: AreaExtras = {
  search: [receiptSearch],
  jobs: [reconcilePayments],
  outbox: { 'finance.receipt': receiptWorker },
  inbox: { razorpay: razorpayInbox },
  doors: [razorpayWebhook],
};
