import type { Agenda } from '../agenda.ts';
import type { Seeded } from '../seeded.ts';
import type { Book, CaptureMode } from './book.ts';
import type { WebhookSender } from './webhook-sender.ts';

export type RazorpaySettings = {
  keyId: string;
  keySecret: string;
  accountId: string;
  /** `auto`: an authorised payment is captured at once, as the dashboard setting does. `manual`: the merchant calls capture. */
  capture: CaptureMode;
  /** Each API reply waits so long. */
  delayMs: number;
  /** A payment the customer left behind fails after this time. */
  paymentTimeoutMs: number;
  /** A 'debited but no answer' payment is authorised so long after it failed; null = only when told. */
  lateAfterMs: number | null;
  /** An authorised payment nobody captured is paid back after this time. */
  autoRefundAfterMs: number;
  /** A refund is `pending` for so long; 0 = processed in the reply; null = until told. */
  refundAfterMs: number | null;
  /** A transfer is `pending` for so long after its payment was captured. */
  transferAfterMs: number;
  uniqueReceipts: boolean;
};

/** What all parts of one running simulator share. */
export type Simulation = {
  settings: RazorpaySettings;
  book: Book;
  agenda: Agenda;
  seeded: Seeded;
  webhooks: WebhookSender;
  /** The address browsers reach the simulator at, without a slash at the end. */
  publicUrl: () => string;
};

/** Half-up share of an amount in paise; `basisPoints` 200 = 2 %. */
export function shareOf(amount: number, basisPoints: number): number {
  return Math.floor((amount * basisPoints + 5000) / 10_000);
}

/** What the gateway keeps: `basisPoints` of the amount and 18 % GST on that. `fee` includes `tax`. */
export function gatewayFee(amount: number, basisPoints: number): { fee: number; tax: number } {
  const net = shareOf(amount, basisPoints);
  const tax = shareOf(net, 1800);
  return { fee: net + tax, tax };
}
