// The quiet leaks of one centre (enquiries.md 11.5), counted from what was logged: nothing here is kept.
import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { addDays, todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { personName } from '@aangan/server/sql.ts';
import { chosenCentre, chosenYear } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import { nextWorkingDay } from '../enquiry/cadence.ts';
import { childName } from '../enquiry/child-name.server.ts';
import { deskHolidays } from '../follow-up/desk-days.server.ts';
import { leakContract } from './leak.contract.ts';

const SHOWN = 200;
/** Missed promises that are older are overdue like everything else. */
const MISSED_DAYS = 30;
const CALL_DAYS = 90;
/** Tries without an answer before the one that reached them. */
const MANY_TRIES = 3;
const GRACE = sql`interval '2 hours'`;
const FAILED = sql`('NO_ANSWER', 'BUSY', 'SWITCHED_OFF', 'WRONG_NUMBER')`;

interface At {
  franchiseeId: number;
  yearId: number;
  now: string;
  today: string;
}

export const leaksAt = (franchiseeId: number, yearId: number, now: Date): At => ({
  franchiseeId,
  yearId,
  now: now.toISOString(),
  today: todayIst(now),
});

type Leaks = OutputOf<typeof leakContract.list>;

const names: RawBuilder<unknown> = sql`e.id::text as id, e.enquiry_code as "enquiryCode", ${childName('e')} as "childName", e.guardian_name as "guardianName", e.next_follow_up_on as "nextFollowUpOn",
  (select k.name from class k where k.id = e.class_id) as "className", (select ${personName('u')} from app_user u where u.id = e.owner_id) as "ownerName"`;

/** A call was promised for a time, the time is over by two hours, and nobody has logged anything since. */
async function missedPromises(db: Db, at: At) {
  const where = sql`e.franchisee_id = ${at.franchiseeId} and e.academic_year_id = ${at.yearId} and e.is_open
    and e.next_follow_up_on between ${addDays(at.today, -MISSED_DAYS)}::date and ${at.today}::date
    and e.next_follow_up_at < ${at.now}::timestamptz - ${GRACE} and e.stage_code <> 'Appointment Fixed'`;
  const { rows } = await sql<Leaks['missed']['rows'][number] & { total: number }>`
    select ${names}, e.next_follow_up_at as "promisedAt", count(*) over ()::int as total from enquiry e where ${where} order by e.next_follow_up_at, e.id limit ${sql.lit(SHOWN)}`.execute(
    db,
  );
  return { total: rows[0]?.total ?? 0, rows };
}

async function weekOf(db: Db, at: At): Promise<{ promised: number; missed: number }> {
  const { rows } = await sql<{ promised: number; missed: number }>`
    select count(*)::int as promised, count(*) filter (where p.answered is null or p.answered > p.next_at + ${GRACE})::int as missed from (
      select f.next_at, (select min(g.at) from follow_up g where g.franchisee_id = f.franchisee_id and g.type = 'academic' and g.subject_id = f.subject_id and g.voided_at is null and g.at > f.at) as answered
        from follow_up f join enquiry e on e.franchisee_id = f.franchisee_id and e.id = f.subject_id and e.academic_year_id = ${at.yearId}
       where f.franchisee_id = ${at.franchiseeId} and f.type = 'academic' and f.voided_at is null and f.outcome = 'CALL_BACK' and f.at >= ${at.now}::timestamptz - interval '60 days'
         and f.next_at >= ${at.now}::timestamptz - interval '7 days' and f.next_at < ${at.now}::timestamptz - ${GRACE}) p`.execute(
    db,
  );
  return rows[0] ?? { promised: 0, missed: 0 };
}

/** The calls of 90 days; `run` numbers the tries up to each contact. */
const callsOf = (at: At): RawBuilder<unknown> => sql`
  select f.subject_id, f.at, extract(hour from f.at at time zone 'Asia/Kolkata')::int as hour, f.outcome not in ${FAILED} as reached,
      count(*) filter (where f.outcome not in ${FAILED}) over (partition by f.subject_id order by f.at, f.id rows between unbounded preceding and 1 preceding) as run
    from follow_up f where f.franchisee_id = ${at.franchiseeId} and f.type = 'academic' and f.voided_at is null and f.channel = 'CALL' and f.direction = 'OUT'
     and f.at >= ${at.now}::timestamptz - make_interval(days => ${CALL_DAYS})`;

async function lateAnswers(db: Db, at: At) {
  const { rows } = await sql<Leaks['late']['rows'][number] & { total: number }>`
    with calls as (${callsOf(at)}),
    runs as (select subject_id, count(*) filter (where not reached) as tries, max(hour) filter (where reached) as hour from calls group by subject_id, run having bool_or(reached)),
    hard as (select subject_id, max(tries)::int as tries, mode() within group (order by hour) as best_hour from runs where tries >= ${MANY_TRIES} group by subject_id)
    select ${names}, h.tries + 1 as tries, h.best_hour as "bestHour", count(*) over ()::int as total
      from hard h join enquiry e on e.franchisee_id = ${at.franchiseeId} and e.id = h.subject_id
     where e.is_open and e.academic_year_id = ${at.yearId} order by h.tries desc, e.next_follow_up_on, e.id limit ${sql.lit(SHOWN)}`.execute(
    db,
  );
  return { total: rows[0]?.total ?? 0, rows };
}

/** The lists of a centre and year, each with how many families it has in all. */
export async function leakLists(db: Db, at: At) {
  const without = await sql<{ n: number }>`select count(*)::int as n from enquiry e
    where e.franchisee_id = ${at.franchiseeId} and e.is_open and e.next_follow_up_on is null`.execute(db);
  return {
    withoutDate: without.rows[0]?.n ?? 0,
    missed: await missedPromises(db, at),
    late: await lateAnswers(db, at),
  };
}

export const followUpLeaks = handle(leakContract.list, async ({ db, actor, now }) => {
  const at = leaksAt(chosenCentre(actor), chosenYear(actor), now);
  const hours = await sql<{ hour: number; calls: number; reached: number }>`
    select hour, count(*)::int as calls, count(*) filter (where reached)::int as reached from (${callsOf(at)}) c group by hour order by hour`.execute(
    db,
  );
  return {
    ...(await leakLists(db, at)),
    week: await weekOf(db, at),
    tomorrow: nextWorkingDay(at.today, await deskHolidays(db, at.franchiseeId, at.today)),
    hours: hours.rows,
  };
});
