import { setTimeout as sleep } from 'node:timers/promises';
import type { Agenda } from '../agenda.ts';
import type { Seeded } from '../seeded.ts';
import { webhookSignature } from './signatures.ts';
import type {
  SavedWebhooks,
  WebhookCopy,
  WebhookDelivery,
  WebhookEvent,
  WebhookSettings,
} from './webhook-event.ts';
import { NO_WEBHOOK_FAULTS, planDeliveries, type WebhookFaults } from './webhook-faults.ts';

const ALARM = 'webhook';
// The state file of a long demo keeps what is open and the newest of the rest.
const KEPT_IN_FILE = 2000;

/** Sends events to the merchant: signed, in parallel, again with growing waits until a 2xx answer. */
export class WebhookSender {
  readonly settings: WebhookSettings;
  readonly #agenda: Agenda;
  readonly #seeded: Seeded;
  readonly #changed: () => void;
  readonly #closing = new AbortController();
  readonly #ready = new Set<{ event: WebhookEvent; copy: WebhookCopy }>();
  readonly #running = new Set<Promise<void>>();
  #open = 0;
  faults: WebhookFaults = NO_WEBHOOK_FAULTS;
  paused = false;
  disabled = false;
  events = new Map<string, WebhookEvent>();
  deliveries: WebhookDelivery[] = [];

  constructor(settings: WebhookSettings, parts: { agenda: Agenda; seeded: Seeded; changed: () => void }) {
    this.settings = settings;
    this.#agenda = parts.agenda;
    this.#seeded = parts.seeded;
    this.#changed = parts.changed;
    this.#agenda.on(ALARM, (id) => this.#due(id));
  }

  /** Takes a new event; the signature is made now, so events from before a change of secret keep the old one. */
  add(fact: { event: string; orderId: string | null; paymentId: string | null; body: string }): WebhookEvent {
    const now = this.#agenda.now();
    const sendable = this.settings.url !== null && !this.disabled;
    const waits = sendable ? planDeliveries(this.faults, this.#seeded) : [];
    const event: WebhookEvent = {
      id: this.#seeded.id('evt_'),
      ...fact,
      signature: webhookSignature(this.settings.secret, fact.body),
      createdAt: now,
      withheld: waits.length > 0 ? null : sendable ? 'dropped' : 'no-webhook',
      copies: waits.map((_, index) => ({ copy: index + 1, state: 'waiting', attempts: 0 })),
    };
    this.events.set(event.id, event);
    this.#open += waits.length;
    for (const [index, wait] of waits.entries())
      this.#agenda.set(now + wait, ALARM, `${event.id}#${index + 1}`);
    this.#changed();
    return event;
  }

  pause(): void {
    this.paused = true;
    this.#changed();
  }

  resume(): void {
    this.paused = false;
    this.#changed();
    this.#pump();
  }

  /** Starts sending again after 24 hours of failures disabled the webhook. */
  enable(): void {
    this.disabled = false;
    this.#changed();
  }

  /**
   * Sends the events now, one after the other in the given order, `times` times each, whatever is paused or dropped.
   * An event that arrives this way is not sent again by itself.
   */
  async deliver(eventIds: readonly string[], times = 1): Promise<WebhookDelivery[]> {
    const made: WebhookDelivery[] = [];
    for (const id of eventIds) {
      const event = this.events.get(id);
      if (event === undefined) throw new Error(`No webhook event ${id}.`);
      for (let time = 0; time < times; time += 1) {
        const delivery = await this.#post(event, { copy: 0, attempt: time + 1 });
        made.push(delivery);
        if (delivery.ok) this.#cancelWaiting(event);
      }
    }
    return made;
  }

  /** Resolves when every delivery that is not withheld has got its 2xx or was given up; while paused, when nothing is under way. */
  async idle(timeoutMs = 10_000): Promise<void> {
    const end = Date.now() + timeoutMs;
    while (this.paused ? this.#running.size > 0 : this.#open > 0) {
      if (Date.now() > end)
        throw new Error(`${this.#open} webhook deliveries still open after ${timeoutMs} ms.`);
      await sleep(5);
    }
  }

  /** Resolves when the deliveries that are under way have ended; retries may still wait. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  async close(): Promise<void> {
    this.#ready.clear();
    this.#closing.abort();
    await this.settled();
  }

  reset(): void {
    this.events.clear();
    this.deliveries = [];
    this.#ready.clear();
    this.#open = 0;
    this.disabled = false;
  }

  save(): SavedWebhooks {
    const { faults, paused, disabled } = this;
    const open = (event: WebhookEvent): boolean =>
      event.copies.some((copy) => copy.state !== 'delivered' && copy.state !== 'cancelled');
    const all = [...this.events.values()];
    const events = all.filter((event, index) => index >= all.length - KEPT_IN_FILE || open(event));
    return { faults, paused, disabled, deliveries: this.deliveries.slice(-KEPT_IN_FILE), events };
  }

  restore(saved: SavedWebhooks): void {
    this.faults = saved.faults;
    this.paused = saved.paused;
    this.disabled = saved.disabled;
    this.deliveries = saved.deliveries;
    for (const event of saved.events) {
      this.events.set(event.id, event);
      for (const copy of event.copies) this.#reopen(event, copy);
    }
  }

  /** What was under way when the simulator stopped is sent again: at least once, as the real one does. */
  #reopen(event: WebhookEvent, copy: WebhookCopy): void {
    if (copy.state === 'waiting') this.#open += 1;
    if (copy.state !== 'sending' && copy.state !== 'ready') return;
    this.#open += 1;
    copy.state = 'waiting';
    this.#agenda.set(this.#agenda.now(), ALARM, `${event.id}#${copy.copy}`);
  }

  #due(id: string): void {
    const [eventId = '', number] = id.split('#');
    const event = this.events.get(eventId);
    const copy = event?.copies[Number(number) - 1];
    if (event === undefined || copy === undefined || copy.state !== 'waiting') return;
    copy.state = 'ready';
    this.#ready.add({ event, copy });
    this.#pump();
  }

  #pump(): void {
    while (!this.paused && !this.#closing.signal.aborted && this.#running.size < this.settings.concurrency) {
      const [next] = this.#ready;
      if (next === undefined) return;
      this.#ready.delete(next);
      if (next.copy.state !== 'ready') continue;
      const sending = this.#send(next.event, next.copy).finally(() => {
        this.#running.delete(sending);
        this.#pump();
      });
      this.#running.add(sending);
    }
  }

  async #send(event: WebhookEvent, copy: WebhookCopy): Promise<void> {
    copy.state = 'sending';
    copy.attempts += 1;
    const delivery = await this.#post(event, { copy: copy.copy, attempt: copy.attempts });
    // The book was emptied meanwhile, or the simulator stops: then it stays `sending` and is sent again after a restart.
    if (!this.events.has(event.id) || (this.#closing.signal.aborted && !delivery.ok)) return;
    if (delivery.ok) this.#end(copy, 'delivered');
    else this.#retry(event, copy);
  }

  #retry(event: WebhookEvent, copy: WebhookCopy): void {
    const { retryFirstMs, retryFactor, retryMaxMs, giveUpAfterMs } = this.settings;
    if (this.#agenda.now() - event.createdAt > giveUpAfterMs) {
      this.disabled = true;
      this.#end(copy, 'gave-up');
      return;
    }
    copy.state = 'waiting';
    const wait = Math.min(retryMaxMs, retryFirstMs * retryFactor ** (copy.attempts - 1));
    this.#agenda.set(this.#agenda.now() + Math.round(wait), ALARM, `${event.id}#${copy.copy}`);
  }

  #end(copy: WebhookCopy, state: 'delivered' | 'cancelled' | 'gave-up'): void {
    copy.state = state;
    this.#open -= 1;
    this.#changed();
  }

  #cancelWaiting(event: WebhookEvent): void {
    for (const copy of event.copies) {
      if (copy.state === 'waiting' || copy.state === 'ready') this.#end(copy, 'cancelled');
    }
  }

  async #post(event: WebhookEvent, turn: { copy: number; attempt: number }): Promise<WebhookDelivery> {
    const started = performance.now();
    const delivery: WebhookDelivery = {
      eventId: event.id,
      event: event.event,
      ...turn,
      at: this.#agenda.now(),
      durationMs: 0,
      status: null,
      ok: false,
      error: null,
    };
    try {
      delivery.status = await this.#request(event);
      delivery.ok = delivery.status >= 200 && delivery.status < 300;
    } catch (problem) {
      delivery.error = problem instanceof Error ? problem.message : 'no answer';
    }
    delivery.durationMs = Math.round(performance.now() - started);
    this.deliveries.push(delivery);
    this.#changed();
    return delivery;
  }

  async #request(event: WebhookEvent): Promise<number> {
    if (this.settings.url === null) throw new Error('No webhook address is set.');
    const reply = await fetch(this.settings.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Razorpay-Webhook/v1',
        'x-razorpay-signature': event.signature,
        'x-razorpay-event-id': event.id,
      },
      body: event.body,
      redirect: 'manual',
      signal: AbortSignal.any([AbortSignal.timeout(this.settings.timeoutMs), this.#closing.signal]),
    });
    await reply.arrayBuffer();
    return reply.status;
  }
}
