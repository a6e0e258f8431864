import { Heap } from './heap.ts';

export type Alarm = { due: number; serial: number; kind: string; id: string };
export type SavedAgenda = { now: number; serial: number; alarms: Alarm[] };

// setTimeout counts in 32 bits; longer waits are taken in steps.
const LONGEST_TIMER_MS = 3_600_000;

/**
 * The simulator's clock (milliseconds since 1970) and everything that is due later.
 * The clock runs with the real one and can be moved forward with `advance`, so that
 * 'ten minutes later' and '24 hours of retries' can be tested in a blink.
 * Alarms name a kind and an id instead of holding a function: they survive a restart.
 */
export class Agenda {
  readonly #alarms = new Heap<Alarm>((a, b) => (a.due === b.due ? a.serial < b.serial : a.due < b.due));
  readonly #handlers = new Map<string, (id: string) => void>();
  #offset: number;
  #serial = 0;
  #steppedTo: number | null = null;
  #timer: NodeJS.Timeout | undefined;
  #running = false;

  constructor(startAt?: number) {
    this.#offset = startAt === undefined ? 0 : startAt - Date.now();
  }

  now(): number {
    return this.#steppedTo ?? Date.now() + this.#offset;
  }

  unixSeconds(): number {
    return Math.floor(this.now() / 1000);
  }

  /** Says what happens when an alarm of this kind is due. */
  on(kind: string, handler: (id: string) => void): void {
    this.#handlers.set(kind, handler);
  }

  set(due: number, kind: string, id: string): void {
    this.#serial += 1;
    this.#alarms.push({ due, serial: this.#serial, kind, id });
    this.#arm();
  }

  start(): void {
    this.#running = true;
    this.#arm();
  }

  stop(): void {
    this.#running = false;
    clearTimeout(this.#timer);
  }

  /** Moves the clock forward; what falls due on the way happens in its order, at its own time. */
  advance(ms: number): void {
    if (!Number.isFinite(ms) || ms < 0) throw new RangeError('The clock only moves forward.');
    const target = this.now() + ms;
    this.#runUntil(target);
    this.#offset = Math.max(this.#offset, target - Date.now());
    this.#arm();
  }

  clear(): void {
    this.#alarms.clear();
  }

  save(): SavedAgenda {
    return { now: this.now(), serial: this.#serial, alarms: this.#alarms.list() };
  }

  /** Goes on from a saved state; the clock never runs backwards across a restart. */
  restore(saved: SavedAgenda): void {
    this.#offset = Math.max(0, saved.now - Date.now());
    this.#serial = saved.serial;
    for (const alarm of saved.alarms) this.#alarms.push(alarm);
    this.#arm();
  }

  #runUntil(target: number): void {
    for (;;) {
      const next = this.#alarms.peek();
      if (next === undefined || next.due > target) break;
      this.#alarms.pop();
      this.#steppedTo = Math.max(next.due, this.#steppedTo ?? 0);
      this.#handlers.get(next.kind)?.(next.id);
    }
    this.#steppedTo = null;
  }

  #arm(): void {
    if (!this.#running || this.#steppedTo !== null) return;
    clearTimeout(this.#timer);
    const next = this.#alarms.peek();
    if (next === undefined) return;
    const wait = Math.min(LONGEST_TIMER_MS, Math.max(0, next.due - this.now()));
    this.#timer = setTimeout(() => this.#tick(), wait);
    this.#timer.unref();
  }

  #tick(): void {
    this.#runUntil(this.now());
    this.#arm();
  }
}
