import type { WebhookFaults } from './webhook-faults.ts';

export type CopyState = 'waiting' | 'ready' | 'sending' | 'delivered' | 'cancelled' | 'gave-up';
export type WebhookCopy = { copy: number; state: CopyState; attempts: number };

export type WebhookEvent = {
  id: string;
  event: string;
  orderId: string | null;
  paymentId: string | null;
  /** The exact bytes that are signed and sent, on every delivery the same. */
  body: string;
  signature: string;
  createdAt: number;
  /** Why it is not sent by itself: a fault dropped it, or there is no (enabled) webhook. */
  withheld: 'dropped' | 'no-webhook' | null;
  copies: WebhookCopy[];
};

export type WebhookDelivery = {
  eventId: string;
  event: string;
  copy: number;
  attempt: number;
  at: number;
  durationMs: number;
  /** HTTP status, or null when no answer came. */
  status: number | null;
  ok: boolean;
  error: string | null;
};

export type WebhookSettings = {
  url: string | null;
  secret: string;
  timeoutMs: number;
  concurrency: number;
  retryFirstMs: number;
  retryFactor: number;
  retryMaxMs: number;
  /** Retries end and the webhook is disabled when an event is older than this. */
  giveUpAfterMs: number;
};

/** Address and secret are not kept: they come from the options of each start. */
export type SavedWebhooks = {
  faults: WebhookFaults;
  paused: boolean;
  disabled: boolean;
  events: WebhookEvent[];
  deliveries: WebhookDelivery[];
};
