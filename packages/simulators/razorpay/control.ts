import type { HttpFault, HttpFaults, InstalledFault } from '../http-faults.ts';
import { type AttemptRequest, type AttemptResult, attempt, attemptLink } from './attempt.ts';
import type {
  OrderEntity,
  PaymentEntity,
  PaymentLinkEntity,
  RefundEntity,
  ReversalEntity,
  SettlementEntity,
  TransferEntity,
} from './entities.ts';
import { authorizePayment, findPayment } from './payment-steps.ts';
import { finishRefund } from './refund-steps.ts';
import { findRefund } from './refunds.ts';
import { settle } from './settlements.ts';
import type { RazorpaySettings, Simulation } from './simulation.ts';
import { failTransfer, processTransfer } from './transfer-steps.ts';
import { findTransfer } from './transfers.ts';
import type { WebhookDelivery, WebhookEvent } from './webhook-event.ts';
import type { WebhookFaults } from './webhook-faults.ts';

/** The provider's own books: what really happened to the money, and every webhook with all its deliveries. */
export type RazorpayBook = {
  orders: OrderEntity[];
  payments: PaymentEntity[];
  refunds: RefundEntity[];
  paymentLinks: PaymentLinkEntity[];
  transfers: TransferEntity[];
  reversals: ReversalEntity[];
  settlements: SettlementEntity[];
  events: WebhookEvent[];
  deliveries: WebhookDelivery[];
};

export type ChangeableSettings = Partial<Omit<RazorpaySettings, 'keyId' | 'keySecret' | 'accountId'>>;
export type EventFilter = { event?: string; orderId?: string; paymentId?: string };
export type WebhookState = { url: string | null; paused: boolean; disabled: boolean; faults: WebhookFaults };

export type RazorpayControl = {
  /** Pays an order as a customer would, without a browser. An `amount` or `currency` that is not the order's makes a forged payment. */
  complete(orderId: string, request?: AttemptRequest): AttemptResult;
  completeLink(linkId: string, request?: AttemptRequest): AttemptResult & { callbackUrl: string | null };
  /** The bank answers after all: failed (or created) becomes authorized, and captured when capture is automatic. */
  authorizeLate(paymentId: string): PaymentEntity;
  finishRefund(refundId: string, status?: 'processed' | 'failed'): RefundEntity;
  finishTransfer(transferId: string, status?: 'processed' | 'failed'): TransferEntity;
  /** Settles all that is open; null when there is nothing to pay out. */
  settle(): SettlementEntity | null;

  pauseWebhooks(): void;
  resumeWebhooks(): void;
  /** Undoes the disabling after 24 hours of failures. */
  enableWebhooks(): void;
  /** Changes address or secret for the events that come from now on; older events keep their signature. */
  setWebhook(target: { url?: string | null; secret?: string }): void;
  /** Changes the named faults, leaves the others. */
  setWebhookFaults(faults: Partial<WebhookFaults>): void;
  webhookState(): WebhookState;
  events(filter?: EventFilter): WebhookEvent[];
  deliveries(filter?: { eventId?: string }): WebhookDelivery[];
  /** Sends these events now in this order, each `times` times, also paused, dropped or delivered ones. */
  deliver(eventIds: readonly string[], times?: number): Promise<WebhookDelivery[]>;
  /** Waits until every planned delivery got its 2xx (while paused: until none is under way); throws after `timeoutMs` (10 s). */
  webhooksIdle(timeoutMs?: number): Promise<void>;

  addApiFault(fault: HttpFault): number;
  removeApiFault(id: number): void;
  clearApiFaults(): void;
  apiFaults(): InstalledFault[];

  change(settings: ChangeableSettings): void;
  book(): RazorpayBook;
  now(): Date;
  /** Moves the clock forward and does what falls due; resolves when the webhooks it started have ended. */
  advance(ms: number): Promise<void>;
  /** Forgets everything but keys, settings, webhook address and clock. */
  reset(): void;
};

/** The levers of a running simulator, for tests and for its `/_sim` routes. */
export function createControl(
  sim: Simulation,
  parts: { faults: HttpFaults; changed: () => void },
): RazorpayControl {
  const kept = <Result>(result: Result): Result => {
    parts.changed();
    return structuredClone(result);
  };
  return {
    complete: (orderId, request = {}) => kept(attempt(sim, orderId, asForged(request))),
    completeLink: (linkId, request = {}) => kept(attemptLink(sim, linkId, asForged(request))),
    ...settlingControl(sim, kept),
    ...webhookControl(sim, parts.changed),
    addApiFault: (fault) => parts.faults.add(fault),
    removeApiFault: (id) => parts.faults.remove(id),
    clearApiFaults: () => parts.faults.clear(),
    apiFaults: () => parts.faults.list(),
    change: (settings) => void kept(Object.assign(sim.settings, settings)),
    book: () => bookOf(sim),
    now: () => new Date(sim.agenda.now()),
    advance: async (ms) => {
      sim.agenda.advance(ms);
      await sim.webhooks.settled();
      parts.changed();
    },
    reset: () => {
      for (const table of Object.values(sim.book)) table.clear();
      sim.agenda.clear();
      sim.webhooks.reset();
      parts.changed();
    },
  };
}

function asForged(request: AttemptRequest): AttemptRequest {
  const forged = request.amount !== undefined || request.currency !== undefined;
  return { forged, ...request };
}

type Keep = <Result>(result: Result) => Result;
type SettlingControl = Pick<RazorpayControl, 'authorizeLate' | 'finishRefund' | 'finishTransfer' | 'settle'>;

function settlingControl(sim: Simulation, kept: Keep): SettlingControl {
  return {
    authorizeLate: (paymentId) => {
      const payment = findPayment(sim, paymentId);
      authorizePayment(sim, payment);
      return kept(payment.wire);
    },
    finishRefund: (refundId, status = 'processed') => {
      const refund = findRefund(sim, refundId);
      finishRefund(sim, refund, status);
      return kept(refund.wire);
    },
    finishTransfer: (transferId, status = 'processed') => {
      const transfer = findTransfer(sim, transferId);
      if (status === 'processed') processTransfer(sim, transfer);
      else failTransfer(sim, transfer);
      return kept(transfer.wire);
    },
    settle: () => kept(settle(sim)),
  };
}

type WebhookControl = Pick<
  RazorpayControl,
  | 'pauseWebhooks'
  | 'resumeWebhooks'
  | 'enableWebhooks'
  | 'setWebhook'
  | 'setWebhookFaults'
  | 'webhookState'
  | 'events'
  | 'deliveries'
  | 'deliver'
  | 'webhooksIdle'
>;

function webhookControl(sim: Simulation, changed: () => void): WebhookControl {
  const { webhooks } = sim;
  return {
    pauseWebhooks: () => webhooks.pause(),
    resumeWebhooks: () => webhooks.resume(),
    enableWebhooks: () => webhooks.enable(),
    setWebhook: (target) => {
      Object.assign(webhooks.settings, target);
      changed();
    },
    setWebhookFaults: (faults) => {
      webhooks.faults = { ...webhooks.faults, ...faults };
      changed();
    },
    webhookState: () => ({
      url: webhooks.settings.url,
      paused: webhooks.paused,
      disabled: webhooks.disabled,
      faults: structuredClone(webhooks.faults),
    }),
    events: (filter = {}) =>
      structuredClone([...webhooks.events.values()].filter((event) => matches(event, filter))),
    deliveries: ({ eventId } = {}) =>
      webhooks.deliveries
        .filter((row) => eventId === undefined || row.eventId === eventId)
        .map((row) => ({ ...row })),
    deliver: (eventIds, times = 1) => webhooks.deliver(eventIds, times),
    webhooksIdle: (timeoutMs) => webhooks.idle(timeoutMs),
  };
}

function matches(event: WebhookEvent, filter: EventFilter): boolean {
  return (
    (filter.event === undefined || event.event === filter.event) &&
    (filter.orderId === undefined || event.orderId === filter.orderId) &&
    (filter.paymentId === undefined || event.paymentId === filter.paymentId)
  );
}

function bookOf(sim: Simulation): RazorpayBook {
  const { book, webhooks } = sim;
  return structuredClone({
    orders: [...book.orders.values()].map((row) => row.wire),
    payments: [...book.payments.values()].map((row) => row.wire),
    refunds: [...book.refunds.values()].map((row) => row.wire),
    paymentLinks: [...book.links.values()].map((row) => row.wire),
    transfers: [...book.transfers.values()].map((row) => row.wire),
    reversals: [...book.reversals.values()],
    settlements: [...book.settlements.values()].map((row) => row.wire),
    events: [...webhooks.events.values()],
    deliveries: webhooks.deliveries,
  });
}
