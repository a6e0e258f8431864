// What a visit on a day breaks: the one truth for planning and submitting (areas/audits.md 2.5). Pure.
import { addDays, type Day, daysBetween, formatDate } from '@aangan/contract/period.ts';
import { inMask } from '@aangan/contract/weekday.ts';
import type { Slot, VisitKind } from './visit.states.ts';

export interface PlannedVisit {
  readonly on: Day;
  readonly slot: Slot;
  readonly kind: VisitKind;
}

export interface VisitFacts {
  readonly today: Day;
  /** `YYYY-MM` of the schedule. */
  readonly month: string;
  /** The academic manager has the centre on that day. */
  readonly allocated: boolean;
  /** Weekday mask of days without visits. */
  readonly weeklyOff: number;
  /** Name of the day without travel. */
  readonly holiday: string | null;
  /** Why the centre is closed. */
  readonly closed: string | null;
  readonly perDay: number;
  /** Other visits of the academic manager on the day that hold it. */
  readonly sameDay: readonly { readonly centre: string; readonly slot: Slot }[];
  /** Somebody visits the centre on the day already. */
  readonly centreTaken: boolean;
  /** Nearest other visits of the centre before and after that were held or hold. */
  readonly before: Day | null;
  readonly after: Day | null;
  readonly minGapDays: number;
  readonly need: number;
  /** Done and planned towards the need, without this one. */
  readonly met: number;
  /** Of the first audit; null when none is due. */
  readonly firstWindow: { readonly from: Day; readonly to: Day } | null;
}

export interface BrokenRule {
  /** A hard one refuses; a soft one asks why. */
  readonly hard: boolean;
  readonly field: 'plannedOn' | 'slot' | 'franchiseeId' | 'kind';
  readonly text: string;
}

const overlaps = (a: Slot, b: Slot): boolean => a === b || a === 'FULL_DAY' || b === 'FULL_DAY';
/** Do not count for the need and keep no distance. */
export const isExtra = (kind: VisitKind): boolean => kind === 'FIRST' || kind === 'FOLLOW_UP';

/** Days after the opening in which the first audit is due. */
export const firstAuditWindow = (
  openedOn: Day,
  fromDays: number,
  toDays: number,
): { from: Day; to: Day } => ({
  from: addDays(openedOn, fromDays),
  to: addDays(openedOn, toDays),
});

/** Whether a visit lies in the month of its schedule. */
const inMonth = (on: Day, month: string): boolean => on.slice(0, 7) === month;

export function brokenRules({ on, slot, kind }: PlannedVisit, facts: VisitFacts): BrokenRule[] {
  const broken: BrokenRule[] = [];
  const hard = (field: BrokenRule['field'], text: string) => broken.push({ hard: true, field, text });
  const soft = (field: BrokenRule['field'], text: string) => broken.push({ hard: false, field, text });
  if (on < facts.today) hard('plannedOn', 'This day is over.');
  if (!inMonth(on, facts.month)) hard('plannedOn', 'Choose a day of the schedule’s month.');
  if (!facts.allocated) hard('franchiseeId', 'This centre is not yours on that day.');
  if (inMask(facts.weeklyOff, on)) hard('plannedOn', 'This is the weekly off.');
  if (facts.holiday !== null) hard('plannedOn', `Holiday: ${facts.holiday}.`);
  if (facts.closed !== null) hard('plannedOn', `Centre closed: ${facts.closed}.`);
  const clash = facts.sameDay.find((other) => overlaps(other.slot, slot));
  if (clash) hard('slot', `The time is taken by ${clash.centre}.`);
  if (facts.centreTaken) hard('plannedOn', 'The centre is visited on that day already.');
  if (facts.sameDay.length >= facts.perDay)
    hard('plannedOn', facts.perDay === 1 ? 'Only one visit a day.' : `Only ${facts.perDay} visits a day.`);
  const { firstWindow: window } = facts;
  if (kind === 'FIRST' && window === null) hard('kind', 'This centre has had its first audit.');
  if (kind === 'FIRST' && window !== null && (on < window.from || on > window.to))
    soft('plannedOn', `First audit is due ${formatDate(window.from)} to ${formatDate(window.to)}.`);
  if (isExtra(kind)) return broken;
  const { before, after, minGapDays } = facts;
  const since = before === null ? null : daysBetween(before, on);
  if (since !== null && since < minGapDays)
    soft('plannedOn', `Only ${since} days since the last visit (${minGapDays} needed).`);
  const until = after === null ? null : daysBetween(on, after);
  if (until !== null && until < minGapDays)
    soft('plannedOn', `Only ${until} days until the next visit (${minGapDays} needed).`);
  if (facts.met >= facts.need)
    soft('franchiseeId', `The need of the cycle is met already (${facts.met} of ${facts.need}).`);
  return broken;
}
