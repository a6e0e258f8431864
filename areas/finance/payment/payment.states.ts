import { transitions } from '@aangan/contract/states.ts';

/** Seed payment states (finance.md D5). FAILED → CONFIRMED only by late authorisation of an online payment. */
export const paymentStates = transitions({
  INITIATED: { fail: 'FAILED', confirm: 'CONFIRMED' },
  APPROVAL_WAITING: { approve: 'CONFIRMED', reject: 'FAILED' },
  FAILED: { 'confirm-late': 'CONFIRMED' },
  CONFIRMED: { transfer: 'TRANSFERRED' },
  TRANSFERRED: {},
});

/** Attempts move up only; FAILED → AUTHORIZED is the one step up from failure (integrations.md 1, promise M2). */
export const attemptRank = { CREATED: 0, FAILED: 1, AUTHORIZED: 2, CAPTURED: 3, REFUNDED: 4 } as const;
export type AttemptState = keyof typeof attemptRank;
