// What a person did today, what waits on the next working day, and the lines that can still be taken back.
import { type Day, startOfDay } from '@aangan/contract/period.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { nextWorkingDay } from '../enquiry/cadence.ts';
import { childName } from '../enquiry/child-name.server.ts';
import { contactOutcomes } from '../enquiry/follow-up.contract.ts';
import { deskHolidays } from './desk-days.server.ts';

const UNDO_MS = 15 * 60_000;

export async function doneToday(
  db: Db,
  of: { franchiseeId: number; userId: string; today: Day },
): Promise<{ calls: number; reached: number }> {
  const { rows } = await sql<{ calls: number; reached: number }>`
    select count(*)::int as calls, (count(*) filter (where outcome = any (${[...contactOutcomes]}::text[])))::int as reached from follow_up
     where franchisee_id = ${of.franchiseeId} and by = ${of.userId}::uuid and at >= ${startOfDay(of.today).toISOString()}::timestamptz
       and type = 'academic' and channel = 'CALL' and direction = 'OUT' and voided_at is null`.execute(db);
  return rows[0] ?? { calls: 0, reached: 0 };
}

export async function dueNext(
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

export async function recentLines(db: Db, of: { franchiseeId: number; userId: string; now: Date }) {
  return db
    .selectFrom('follow_up as f')
    .innerJoin('enquiry as e', (join) =>
      join.onRef('e.franchisee_id', '=', 'f.franchisee_id').onRef('e.id', '=', 'f.subject_id'),
    )
    .select([
      'f.id',
      'f.outcome',
      'f.at',
      'e.enquiry_code as enquiryCode',
      childName('e').$castTo<string>().as('childName'),
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
}
