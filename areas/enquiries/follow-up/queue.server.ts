// The next-call queue (enquiries.md 3.8): the due enquiries of one centre, scored and explained. Only what is due is
// read, and no more of it than a person could call in a week.
import { type Day, IST_OFFSET_MS, startOfDay, todayIst } from '@aangan/contract/period.ts';
import { chosenCentre, chosenYear, userIdOf } from '@aangan/server/ensure.ts';
import { handle } from '@aangan/server/handle.ts';
import type { Db } from '@aangan/server/unit-of-work.ts';
import { sql } from 'kysely';
import { seatsLeft } from '../../admissions/public.server.ts';
import { coverOf } from '../allocation/covers.server.ts';
import type { FollowUpGroup } from '../enquiry/bucket.ts';
import { nextWorkingDay } from '../enquiry/cadence.ts';
import { childNameOf } from '../enquiry/enquiry-page.server.ts';
import { contactOutcomes } from '../enquiry/follow-up.contract.ts';
import { byCallOrder, type CallFacts, callScore, isPromisedNow } from './call-score.ts';
import { deskHolidays } from './desk-days.server.ts';
import { followUpWorkContract } from './follow-up-work.contract.ts';

const MOST_DUE = 1000;
const SHOWN = 20;
const UNDO_MS = 15 * 60_000;
const REST_MS = 2 * 3_600_000;
/** Calls are made from 09:00 to 21:00 (enquiries.md 3.8). */
const FROM_HOUR = 9;
const TO_HOUR = 21;

export function inCallingHours(now: Date): boolean {
  const hour = new Date(now.getTime() + IST_OFFSET_MS).getUTCHours();
  return hour >= FROM_HOUR && hour < TO_HOUR;
}

interface DueRow {
  id: string;
  enquiry_code: string;
  child_first_name: string | null;
  child_last_name: string | null;
  guardian_name: string;
  class_id: number | null;
  class_name: string | null;
  stage_code: string;
  follow_up_group: FollowUpGroup;
  next_follow_up_on: Day | null;
  next_follow_up_at: string | null;
  captured_at: string;
  attempts: number;
  stage_score: number;
  sla_due_at: string | null;
  first_attempt_at: string | null;
  last_attempt_at: string | null;
  appointment_at: string | null;
  appointment_confirmed_for: string | null;
  visited_at: string | null;
  owner_id: string | null;
  owner_name: string | null;
  preferred_time: CallFacts['preferredTime'];
  do_not_call: boolean;
  reachable: boolean;
  touches: number;
  touched_at: string | null;
  sibling: string | null;
  claimed: boolean;
}

export const followUpQueue = handle(followUpWorkContract.queue, async ({ db, actor, input, now }) => {
  const centre = { franchiseeId: chosenCentre(actor), yearId: chosenYear(actor) };
  const userId = userIdOf(actor);
  const today = todayIst(now);
  const covered = (await coverOf(db, centre.franchiseeId, today)).flatMap((one) =>
    one.coverId === userId ? one.userId : [],
  );
  const whose = input.whose ?? ((await ownsAny(db, centre.franchiseeId, userId)) ? 'me' : 'all');
  const owners = whose === 'me' ? [userId, ...covered] : null;
  const due = await dueRows(db, { ...centre, userId, today, owners, now });
  const seats = await seatsLeft(db, centre, now);
  const paused = await pausesOf(db, { franchiseeId: centre.franchiseeId, userId, today });
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
  const callingHours = inCallingHours(now);
  return {
    whose,
    rows: callingHours
      ? scored.slice(0, SHOWN).map(({ row, score, parts, reasons, skipped }) => ({
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
        }))
      : [],
    waiting: scored.length,
    notNow,
    callingHours,
    today: await doneToday(db, { franchiseeId: centre.franchiseeId, userId, today }),
    next: await dueNext(db, { ...centre, owners, today }),
    recent: await recentLines(db, { franchiseeId: centre.franchiseeId, userId, now }),
  };
});

const ownsAny = async (db: Db, franchiseeId: number, userId: string): Promise<boolean> =>
  (
    await sql`select from enquiry where franchisee_id = ${franchiseeId} and owner_id = ${userId}::uuid and is_open limit 1`.execute(
      db,
    )
  ).rows.length > 0;

interface DueOf {
  franchiseeId: number;
  yearId: number;
  userId: string;
  today: Day;
  owners: readonly string[] | null;
  now: Date;
}

// Today's first: the oldest of a long backlog fall off the end, never a lead of this morning.
async function dueRows(db: Db, of: DueOf): Promise<DueRow[]> {
  const mine = of.owners ? sql`and e.owner_id = any (${[...of.owners]}::uuid[])` : sql``;
  const { rows } = await sql<DueRow>`with due as materialized (
      select e.franchisee_id, e.id from enquiry e
       where e.franchisee_id = ${of.franchiseeId} and e.is_open and e.next_follow_up_on <= ${of.today}::date and e.academic_year_id = ${of.yearId} ${mine}
       order by e.next_follow_up_on desc, e.id desc limit ${sql.lit(MOST_DUE)})
    select e.id, e.enquiry_code, e.child_first_name, e.child_last_name, e.guardian_name, e.class_id, k.name as class_name, e.stage_code, e.follow_up_group,
        e.next_follow_up_on, e.next_follow_up_at, e.captured_at, e.attempts, coalesce(g.score, 0) as stage_score, e.sla_due_at, e.first_attempt_at, e.last_attempt_at,
        e.appointment_at, e.appointment_confirmed_for, coalesce(e.walk_in_at, e.counselled_at) as visited_at, e.owner_id,
        trim(u.first_name || ' ' || u.last_name) as owner_name, h.preferred_time, h.do_not_call,
        exists (select from household_contact c where c.franchisee_id = e.franchisee_id and c.household_id = e.household_id and c.kind = 'PHONE' and c.bad_since is null) as reachable,
        t.n as touches, t.at as touched_at, s.label as sibling, coalesce(cl.until > ${of.now.toISOString()}::timestamptz and cl.user_id <> ${of.userId}::uuid, false) as claimed
      from due d cross join lateral (select * from enquiry e where e.franchisee_id = d.franchisee_id and e.id = d.id limit 1) e
      join enquiry_household h on h.franchisee_id = e.franchisee_id and h.id = e.household_id
      left join class k on k.id = e.class_id
      left join enquiry_stage g on g.code = e.stage_code and g.status = e.spanco_status
      left join app_user u on u.id = e.owner_id
      left join follow_up_claim cl on cl.franchisee_id = e.franchisee_id and cl.enquiry_id = e.id
      left join lateral (select count(*)::int as n, max(t.at) as at from enquiry_touch t where t.franchisee_id = e.franchisee_id and t.enquiry_id = e.id) t on true
      left join lateral (select coalesce(s.call_name, s.name) || coalesce(' in ' || sk.name, '') as label from student s
         left join enrolment n on n.franchisee_id = s.franchisee_id and n.id = s.current_enrolment_id left join class sk on sk.id = n.class_id
        where s.franchisee_id = e.franchisee_id and s.family_id = h.family_id and s.state = 'STUDYING' limit 1) s on h.family_id is not null`.execute(
    db,
  );
  return rows;
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

async function doneToday(
  db: Db,
  of: { franchiseeId: number; userId: string; today: Day },
): Promise<{ calls: number; reached: number }> {
  const { rows } = await sql<{ calls: number; reached: number }>`
    select count(*)::int as calls, (count(*) filter (where outcome = any (${[...contactOutcomes]}::text[])))::int as reached from follow_up
     where franchisee_id = ${of.franchiseeId} and by = ${of.userId}::uuid and at >= ${startOfDay(of.today).toISOString()}::timestamptz
       and type = 'academic' and channel = 'CALL' and direction = 'OUT' and voided_at is null`.execute(db);
  return rows[0] ?? { calls: 0, reached: 0 };
}

async function dueNext(
  db: Db,
  of: { franchiseeId: number; yearId: number; today: Day; owners: readonly string[] | null },
): Promise<{ on: Day; n: number }> {
  const on = nextWorkingDay(of.today, await deskHolidays(db, of.franchiseeId, of.today));
  const mine = of.owners ? sql`and e.owner_id = any (${[...of.owners]}::uuid[])` : sql``;
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from enquiry e where e.franchisee_id = ${of.franchiseeId} and e.is_open
      and e.next_follow_up_on > ${of.today}::date and e.next_follow_up_on <= ${on}::date and e.academic_year_id = ${of.yearId} ${mine}`.execute(
    db,
  );
  return { on, n: rows[0]?.n ?? 0 };
}

const SHOWN_LINES = 5;

async function recentLines(db: Db, of: { franchiseeId: number; userId: string; now: Date }) {
  const rows = await db
    .selectFrom('follow_up as f')
    .innerJoin('enquiry as e', (join) =>
      join.onRef('e.franchisee_id', '=', 'f.franchisee_id').onRef('e.id', '=', 'f.subject_id'),
    )
    .select([
      'f.id',
      'f.outcome',
      'f.at',
      'e.enquiry_code',
      'e.child_first_name',
      'e.child_last_name',
      'e.guardian_name',
    ])
    .where('f.franchisee_id', '=', of.franchiseeId)
    .where('f.by', '=', of.userId)
    .where('f.at', '>', new Date(of.now.getTime() - UNDO_MS).toISOString())
    .where('f.voided_at', 'is', null)
    .where('f.before', 'is not', null)
    .orderBy('f.at', 'desc')
    .orderBy('f.created_at', 'desc')
    .limit(SHOWN_LINES)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    enquiryCode: row.enquiry_code,
    childName: childNameOf(row),
    outcome: row.outcome,
    at: row.at,
  }));
}
