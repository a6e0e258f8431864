import type { Seeded } from '../seeded.ts';

export type Span = { min: number; max: number };

/** How the deliveries of webhooks misbehave. Percentages are of events, 0 to 100. */
export type WebhookFaults = {
  /** How often each event is delivered: {min: 1, max: 3} gives one to three deliveries. */
  copies: Span;
  /** Every delivery waits 0 to this many ms, so that events overtake each other. 0 = in order. */
  shuffleMs: number;
  delayPercent: number;
  delayMs: Span;
  /** These events are never sent; they are in the book as `dropped`. */
  dropPercent: number;
};

export const NO_WEBHOOK_FAULTS: WebhookFaults = {
  copies: { min: 1, max: 1 },
  shuffleMs: 0,
  delayPercent: 0,
  delayMs: { min: 0, max: 0 },
  dropPercent: 0,
};

/** The waits in ms of the deliveries of one event; no deliveries at all when it is dropped. */
export function planDeliveries(faults: WebhookFaults, seeded: Seeded): number[] {
  if (seeded.chance('webhook-drop', faults.dropPercent)) return [];
  const late = seeded.chance('webhook-delay', faults.delayPercent);
  const delay = late ? seeded.between('webhook-delay-ms', faults.delayMs.min, faults.delayMs.max) : 0;
  const copies = seeded.between('webhook-copies', faults.copies.min, faults.copies.max);
  return Array.from({ length: copies }, () => delay + shuffleWait(faults, seeded));
}

function shuffleWait(faults: WebhookFaults, seeded: Seeded): number {
  return faults.shuffleMs > 0 ? seeded.between('webhook-shuffle', 0, faults.shuffleMs) : 0;
}
