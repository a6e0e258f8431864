// The clocks of a ticket (areas/tickets.md 3.2): a pure function of its log, the calendars, the targets and now. No counter
// is stored anywhere, so neither a change of owner nor of the matrix can lose or rewrite time.
import type { Instant } from '@aangan/contract/period.ts';
import { toMs } from '@aangan/contract/period.ts';
import { type ClockSpan, dueAt, elapsed, type WorkingCalendar } from '@aangan/contract/working-time.ts';
import { isDone, type SlaState, type TicketStatus } from './ticket.states.ts';

/** One entry of ticket_log: from `at` on this status and calendar hold. In order of `at`. */
export interface LogEntry {
  readonly at: Instant;
  readonly to: TicketStatus;
  readonly calendarId: number;
}

export interface SlaInput {
  readonly log: readonly LogEntry[];
  readonly calendars: ReadonlyMap<number, WorkingCalendar>;
  /** Working minutes. */
  readonly responseMin: number;
  readonly resolutionMin: number;
  readonly firstResponseAt: Instant | null;
}

export interface Clock {
  readonly state: SlaState;
  /** Whole working minutes. */
  readonly targetMin: number;
  readonly elapsedMin: number;
  /** Negative when late. */
  readonly leftMin: number;
  /** When it is due if it goes on as it is; null while it is paused and after its end. */
  readonly dueAt: Date | null;
}

/** Per cent of a target at which the owner is warned. */
export const WARN_PCT = 75;

const RUNS: ReadonlySet<TicketStatus> = new Set(['NEW', 'OPEN', 'REOPENED']);

/** When the clock of each promise runs. The first answer ends the one of the response for good. */
export function spansOf(input: SlaInput, clock: 'RESPONSE' | 'RESOLUTION'): ClockSpan[] {
  const spans = input.log.map(({ at, to, calendarId }) => {
    const calendar = input.calendars.get(calendarId);
    if (!calendar) throw new RangeError(`Calendar ${calendarId} is not given`);
    return { at, runs: RUNS.has(to), calendar };
  });
  const { firstResponseAt } = input;
  if (clock === 'RESOLUTION' || firstResponseAt === null) return spans;
  const before = spans.filter(({ at }) => toMs(at) < toMs(firstResponseAt));
  const last = before.at(-1);
  return last ? [...before, { at: firstResponseAt, runs: false, calendar: last.calendar }] : [];
}

export function clocksOf(input: SlaInput, now: Instant): { response: Clock; resolution: Clock } {
  const done = isDone(input.log.at(-1)?.to ?? 'NEW');
  return {
    response: clockOf(
      spansOf(input, 'RESPONSE'),
      input.responseMin,
      now,
      done || input.firstResponseAt !== null,
    ),
    resolution: clockOf(spansOf(input, 'RESOLUTION'), input.resolutionMin, now, done),
  };
}

function clockOf(spans: readonly ClockSpan[], targetMin: number, now: Instant, ended: boolean): Clock {
  const target = targetMin * 60;
  const ran = elapsed(spans, now);
  const running = spans.at(-1)?.runs === true && !ended;
  return {
    state: stateOf(ran, target, running, ended),
    targetMin,
    elapsedMin: Math.floor(ran / 60),
    leftMin: Math.floor((target - ran) / 60),
    dueAt: running ? dueAt(spans, target) : null,
  };
}

function stateOf(ran: number, target: number, running: boolean, ended: boolean): SlaState {
  if (ended) return ran <= target ? 'MET' : 'FAILED';
  if (ran >= target) return 'BREACHED';
  if (!running) return 'PAUSED';
  return ran * 100 >= target * WARN_PCT ? 'WARNED' : 'ON_TIME';
}

export type ClockName = 'RESPONSE' | 'RESOLUTION';

/** Per cent of a target at which somebody is told: its owner, the second level, the third. */
export const EVENT_PCTS = [WARN_PCT, 100, 150] as const;
export type EventPct = (typeof EVENT_PCTS)[number];

/** Working seconds after which an event of a clock is due. */
export const eventSeconds = (input: SlaInput, clock: ClockName, pct: EventPct): number =>
  Math.ceil(((clock === 'RESPONSE' ? input.responseMin : input.resolutionMin) * 60 * pct) / 100);

/** When each event is due if the ticket goes on as it is; null while its clock stands still or has ended. */
export function eventsOf(input: SlaInput): { clock: ClockName; pct: EventPct; dueAt: Date | null }[] {
  return (['RESPONSE', 'RESOLUTION'] as const).flatMap((clock) => {
    const spans = spansOf(input, clock);
    const runs = spans.at(-1)?.runs === true;
    return EVENT_PCTS.map((pct) => ({
      clock,
      pct,
      dueAt: runs ? dueAt(spans, eventSeconds(input, clock, pct)) : null,
    }));
  });
}

/** Whether a clock has really run so far: what an event asks again before it speaks. */
export const hasRun = (input: SlaInput, clock: ClockName, pct: EventPct, now: Instant): boolean =>
  elapsed(spansOf(input, clock), now) >= eventSeconds(input, clock, pct);
