// Why this family is called first (enquiries.md 3.8): integers only, so that the same facts always give the same order,
// and each part says its reason in the counsellor's words.
import {
  type Day,
  daysBetween,
  formatDate,
  formatTime,
  IST_OFFSET_MS,
  todayIst,
} from '@aangan/contract/period.ts';
import type { FollowUpGroup } from '../enquiry/bucket.ts';

export interface CallFacts {
  id: string;
  group: FollowUpGroup;
  nextOn: Day | null;
  capturedAt: string;
  /** A first answer is still due at this instant. */
  slaDueAt: string | null;
  /** The parent asked to be called at this instant. */
  callBackAt: string | null;
  appointmentAt: string | null;
  appointmentConfirmed: boolean;
  visitedAt: string | null;
  askedAgainAt: string | null;
  /** Null: the class has no limit or none is wished. */
  seatsLeft: number | null;
  className: string | null;
  /** 'Aarav in Nursery B'. */
  sibling: string | null;
  preferredTime: 'MORNING' | 'AFTERNOON' | 'EVENING' | null;
  attempts: number;
  /** What the settings give its stage, -10 to 10: among families that are equally urgent the higher one is first. */
  stageScore: number;
}

interface ScorePart {
  points: number;
  /** Null: it counts, but says nothing a counsellor needs to hear. */
  reason: string | null;
}

interface CallScore {
  score: number;
  parts: ScorePart[];
  /** The three weightiest, best first. */
  reasons: string[];
}

const MINUTE_MS = 60_000;
const SLA_SOON_MIN = 5;
const CALL_BACK_EARLY_MIN = 10;
const CALL_BACK_LATE_MIN = 120;
const ASKED_AGAIN_MS = 24 * 60 * MINUTE_MS;
const OVERDUE_DAYS = 10;
const TRY_POINTS = 15;
const MOST_TRIES = 90;
const SHOWN_REASONS = 3;
const GROUP_POINTS: Readonly<Partial<Record<FollowUpGroup, number>>> = { HOT: 150, WARM: 80, COLD: 20 };

const minutesUntil = (at: string, now: Date): number =>
  Math.floor((Date.parse(at) - now.getTime()) / MINUTE_MS);

/** The parts of the score that hold at `now`, their sum and the three reasons to show. */
export function callScore(facts: CallFacts, now: Date): CallScore {
  const today = todayIst(now);
  const parts = [
    firstAnswer(facts, now),
    callBack(facts, now),
    visit(facts, now, today),
    askedAgain(facts, now),
    due(facts, today),
    group(facts),
    seats(facts),
    facts.sibling ? { points: 40, reason: facts.sibling } : null,
    preferred(facts, now),
    tries(facts),
  ].filter((part): part is ScorePart => part !== null);
  const weighty = parts.filter((part) => part.reason !== null && part.points !== 0);
  return {
    score: parts.reduce((sum, part) => sum + part.points, 0),
    parts,
    reasons: weighty
      .toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points))
      .slice(0, SHOWN_REASONS)
      .map((part) => part.reason ?? ''),
  };
}

function firstAnswer({ slaDueAt }: CallFacts, now: Date): ScorePart | null {
  if (slaDueAt === null) return null;
  const left = minutesUntil(slaDueAt, now);
  if (left > SLA_SOON_MIN) return null;
  return {
    points: 1000,
    reason: left >= 0 ? `First answer due in ${left} min` : `First answer late by ${span(-left)}`,
  };
}

const HOUR = 60;
const DAY = 24 * HOUR;
/** Beyond two hours nobody counts minutes. */
const span = (minutes: number): string =>
  minutes < 2 * HOUR
    ? `${minutes} min`
    : minutes < 2 * DAY
      ? `${Math.floor(minutes / HOUR)} h`
      : `${Math.floor(minutes / DAY)} days`;

/** Whether a promised call falls into its window: it may come although the family was tried shortly before. */
export function isPromisedNow(callBackAt: string | null, now: Date): boolean {
  if (callBackAt === null) return false;
  const ago = (now.getTime() - Date.parse(callBackAt)) / MINUTE_MS;
  return ago >= -CALL_BACK_EARLY_MIN && ago <= CALL_BACK_LATE_MIN;
}

const callBack = ({ callBackAt }: CallFacts, now: Date): ScorePart | null =>
  callBackAt !== null && isPromisedNow(callBackAt, now)
    ? { points: 900, reason: `Asked to be called at ${formatTime(callBackAt)}` }
    : null;

const visit = (
  { appointmentAt, appointmentConfirmed }: CallFacts,
  now: Date,
  today: Day,
): ScorePart | null =>
  appointmentAt !== null &&
  !appointmentConfirmed &&
  todayIst(appointmentAt) === today &&
  Date.parse(appointmentAt) > now.getTime()
    ? { points: 800, reason: `Visit today ${formatTime(appointmentAt)}` }
    : null;

const askedAgain = ({ askedAgainAt }: CallFacts, now: Date): ScorePart | null =>
  askedAgainAt !== null && now.getTime() - Date.parse(askedAgainAt) <= ASKED_AGAIN_MS
    ? { points: 120, reason: 'Asked again today' }
    : null;

function due({ nextOn }: CallFacts, today: Day): ScorePart | null {
  if (nextOn === null) return { points: 20 * OVERDUE_DAYS, reason: 'No next date yet' };
  if (nextOn === today) return { points: 100, reason: null };
  if (nextOn > today) return null;
  const days = daysBetween(nextOn, today);
  return {
    points: 20 * Math.min(days, OVERDUE_DAYS),
    reason: `Overdue ${days} ${days === 1 ? 'day' : 'days'}`,
  };
}

function group(facts: CallFacts): ScorePart | null {
  const points = GROUP_POINTS[facts.group];
  if (points === undefined) return null;
  return {
    points,
    reason:
      facts.group === 'HOT' && facts.visitedAt ? `Visited on ${formatDate(todayIst(facts.visitedAt))}` : null,
  };
}

function seats({ seatsLeft, className }: CallFacts): ScorePart | null {
  if (seatsLeft === null || seatsLeft > 10) return null;
  const inClass = className ? ` in ${className}` : '';
  if (seatsLeft <= 0) return { points: -50, reason: className ? `${className} is full` : 'Class full' };
  return {
    points: seatsLeft <= 3 ? 60 : 30,
    reason: `${seatsLeft} ${seatsLeft === 1 ? 'seat' : 'seats'} left${inClass}`,
  };
}

/** The part of the day in India: 09-12, 12-16, 16-21; null outside calling hours. */
export function dayPart(at: Date): 'MORNING' | 'AFTERNOON' | 'EVENING' | null {
  const hour = new Date(at.getTime() + IST_OFFSET_MS).getUTCHours();
  if (hour < 9 || hour >= 21) return null;
  return hour < 12 ? 'MORNING' : hour < 16 ? 'AFTERNOON' : 'EVENING';
}

const preferred = ({ preferredTime }: CallFacts, now: Date): ScorePart | null =>
  preferredTime === null
    ? null
    : preferredTime === dayPart(now)
      ? { points: 40, reason: 'Best time to call' }
      : { points: -40, reason: `Prefers the ${preferredTime.toLowerCase()}` };

const tries = ({ attempts }: CallFacts): ScorePart | null =>
  attempts > 0
    ? {
        points: -Math.min(TRY_POINTS * attempts, MOST_TRIES),
        reason: attempts === 1 ? '1 try' : `${attempts} tries`,
      }
    : null;

/** The order of the queue: score, the stage's own, next date, arrival and id, so that equal ones never change places. */
export function byCallOrder(
  a: { score: number; facts: CallFacts },
  b: { score: number; facts: CallFacts },
): number {
  if (a.score !== b.score) return b.score - a.score;
  if (a.facts.stageScore !== b.facts.stageScore) return b.facts.stageScore - a.facts.stageScore;
  const keys = [
    [a.facts.nextOn ?? '', b.facts.nextOn ?? ''],
    [a.facts.capturedAt, b.facts.capturedAt],
    [a.facts.id, b.facts.id],
  ] as const;
  for (const [one, other] of keys) if (one !== other) return one < other ? -1 : 1;
  return 0;
}
