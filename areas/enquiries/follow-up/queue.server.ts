// The next-call queue (enquiries.md 3.8): the due enquiries of one centre, scored and explained. Only what is due is
// read, and no more of it than a person could call in a week.
import { type Day, startOfDay, todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { chosenCentre, chosenYear, userIdOf } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { seatsLeft } from '../../admissions/public.server.ts';
import { coverOf } from '../allocation/covers.server.ts';
import { callingHoursOf, inCallingHours, limitsOf } from '../enquiry/limits.server.ts';
import { byCallOrder, type CallFacts, callScore, isPromisedNow } from './call-score.ts';
import { doneToday, dueNext, recentLines } from './day-sum.server.ts';
import { type DueRow, dueRows } from './due-families.server.ts';
import { followUpWorkContract } from './follow-up-work.contract.ts';

const SHOWN = 20;
const REST_MS = 2 * 3_600_000;
export const followUpQueue = handle(followUpWorkContract.queue, async ({ db, actor, input, now }) => {
  const centre = { franchiseeId: chosenCentre(actor), yearId: chosenYear(actor) };
  const userId = userIdOf(actor);
  const today = todayIst(now);
  const [cover, limits, whose] = await Promise.all([
    coverOf(db, centre.franchiseeId, today),
    limitsOf(db, centre.franchiseeId),
    input.whose ?? whoseFirst(db, centre.franchiseeId, userId),
  ]);
  const covered = cover.flatMap((one) => (one.coverId === userId ? one.userId : []));
  const owners = whose === 'me' ? [userId, ...covered] : null;
  const own = { franchiseeId: centre.franchiseeId, userId };
  const [due, seats, paused, done, next, recent] = await Promise.all([
    dueRows(db, { ...centre, userId, today, owners, now }),
    seatsLeft(db, centre, now),
    pausesOf(db, { ...own, today }),
    doneToday(db, { ...own, today }),
    dueNext(db, { ...centre, owners, today }),
    recentLines(db, { ...own, now }),
  ]);
  const notNow = { snoozed: 0, justTried: 0, claimed: 0, doNotCall: 0, noNumber: 0 };
  const ready = due.filter((row) => {
    const why = whyNotNow(row, paused, now);
    if (why) notNow[why] += 1;
    return why === null;
  });
  const scored = ready.map((row) => {
    const facts = factsOf(row, seats);
    return { row, facts, ...callScore(facts, now), skipped: paused.get(row.id)?.skipped ?? false };
  });
  scored.sort((a, b) => Number(a.skipped) - Number(b.skipped) || byCallOrder(a, b));
  return {
    whose,
    rows: scored.slice(0, SHOWN).map(({ row, score, parts, reasons, skipped }) => ({
      ...row,
      score,
      parts,
      reasons,
      nextFollowUpOn: row.nextOn,
      forOwner: row.ownerId && covered.includes(row.ownerId) ? row.ownerName : null,
      skipped,
    })),
    waiting: scored.length,
    notNow,
    callingHours: inCallingHours(now, limits),
    hours: callingHoursOf(limits),
    today: done,
    next,
    recent,
  };
});

/** One's own where one has any. */
async function whoseFirst(db: Db, franchiseeId: number, userId: string): Promise<'me' | 'all'> {
  const { rows } =
    await sql`select from enquiry where franchisee_id = ${franchiseeId} and owner_id = ${userId}::uuid and is_open limit 1`.execute(
      db,
    );
  return rows.length > 0 ? 'me' : 'all';
}

interface Pause {
  snoozedUntil: string | null;
  skipped: boolean;
}

async function pausesOf(
  db: Db,
  of: { franchiseeId: number; userId: string; today: Day },
): Promise<ReadonlyMap<string, Pause>> {
  const { rows } = await sql<{ enquiry_id: string; until: string | null; skipped: boolean }>`
    select enquiry_id, max(until) as until, bool_or(kind = 'SKIP') as skipped from follow_up_pause
     where franchisee_id = ${of.franchiseeId} and user_id = ${of.userId}::uuid and at >= ${startOfDay(of.today).toISOString()}::timestamptz group by 1`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.enquiry_id, { snoozedUntil: row.until, skipped: row.skipped }]));
}

type WhyNot = 'snoozed' | 'justTried' | 'claimed' | 'doNotCall' | 'noNumber';

function whyNotNow(row: DueRow, paused: ReadonlyMap<string, Pause>, now: Date): WhyNot | null {
  if (row.doNotCall) return 'doNotCall';
  if (!row.reachable) return 'noNumber';
  if (row.claimed) return 'claimed';
  const until = paused.get(row.id)?.snoozedUntil;
  if (until && Date.parse(until) > now.getTime()) return 'snoozed';
  const triedAgo = row.lastAttemptAt ? now.getTime() - Date.parse(row.lastAttemptAt) : REST_MS;
  // Who asked to be called at a time is called then, whenever the last try was.
  return triedAgo < REST_MS && !isPromisedNow(callBackOf(row), now) ? 'justTried' : null;
}

const callBackOf = (row: DueRow): string | null =>
  row.nextFollowUpAt !== null && row.nextFollowUpAt !== row.appointmentAt ? row.nextFollowUpAt : null;

const factsOf = (row: DueRow, seats: ReadonlyMap<number, number>): CallFacts => ({
  ...row,
  slaDueAt: row.firstAttemptAt === null ? row.slaDueAt : null,
  callBackAt: callBackOf(row),
  appointmentAt: row.stage === 'Appointment Fixed' ? row.appointmentAt : null,
  appointmentConfirmed: row.confirmedFor !== null && row.confirmedFor === row.appointmentAt,
  // The first touch is the arrival itself.
  askedAgainAt: row.touches > 1 ? row.touchedAt : null,
  seatsLeft: row.classId === null ? null : (seats.get(row.classId) ?? null),
});
