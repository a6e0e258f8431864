// The next-call queue (enquiries.md 3.8): the due enquiries of one centre, scored and explained. Only what is due is
// read, and no more of it than a person could call in a week.
import { type Day, startOfDay, todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { chosenCentre, chosenYear, userIdOf } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { seatsLeft } from '../../admissions/public.server.ts';
import { coverOf } from '../allocation/covers.server.ts';
import { childNameOf } from '../enquiry/enquiry-rows.server.ts';
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
      id: row.id,
      enquiryCode: row.enquiry_code,
      childName: childNameOf(row),
      className: row.class_name,
      guardianName: row.guardian_name,
      stage: row.stage_code,
      score,
      parts,
      reasons,
      nextFollowUpOn: row.next_follow_up_on,
      nextFollowUpAt: row.next_follow_up_at,
      attempts: row.attempts,
      ownerName: row.owner_name,
      forOwner: row.owner_id && covered.includes(row.owner_id) ? row.owner_name : null,
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
  if (row.do_not_call) return 'doNotCall';
  if (!row.reachable) return 'noNumber';
  if (row.claimed) return 'claimed';
  const until = paused.get(row.id)?.snoozedUntil;
  if (until && Date.parse(until) > now.getTime()) return 'snoozed';
  const triedAgo = row.last_attempt_at ? now.getTime() - Date.parse(row.last_attempt_at) : REST_MS;
  // Who asked to be called at a time is called then, whenever the last try was.
  return triedAgo < REST_MS && !isPromisedNow(callBackOf(row), now) ? 'justTried' : null;
}

const callBackOf = (row: DueRow): string | null =>
  row.next_follow_up_at !== null && row.next_follow_up_at !== row.appointment_at
    ? row.next_follow_up_at
    : null;

const factsOf = (row: DueRow, seats: ReadonlyMap<number, number>): CallFacts => ({
  id: row.id,
  group: row.follow_up_group,
  nextOn: row.next_follow_up_on,
  capturedAt: row.captured_at,
  slaDueAt: row.first_attempt_at === null ? row.sla_due_at : null,
  callBackAt: callBackOf(row),
  appointmentAt: row.stage_code === 'Appointment Fixed' ? row.appointment_at : null,
  appointmentConfirmed:
    row.appointment_confirmed_for !== null && row.appointment_confirmed_for === row.appointment_at,
  visitedAt: row.visited_at,
  // The first touch is the arrival itself.
  askedAgainAt: row.touches > 1 ? row.touched_at : null,
  seatsLeft: row.class_id === null ? null : (seats.get(row.class_id) ?? null),
  className: row.class_name,
  sibling: row.sibling,
  preferredTime: row.preferred_time,
  attempts: row.attempts,
  stageScore: row.stage_score,
});
