// Credits leave to everybody employed. It looks every night at what is due and books what is missing, so that a missed
// night, a second run and somebody who joins in the middle of the year need nothing of their own.
import { todayIst } from '@aangan/contract/period.ts';
import type { JobDeclaration } from '@aangan/server/background/background.ts';
import { HEAD_OFFICE } from '@aangan/server/sql.ts';
import { eachPart } from '@aangan/server/work/each-part.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { type AccrualRule, creditsOf } from './accrual.ts';

/** Books the credits of one centre that are due today and missing. Returns how many. */
export async function accrueLeave(db: Db, franchiseeId: number, now: Date): Promise<number> {
  const today = todayIst(now);
  const people = await db
    .selectFrom('staff')
    .select(['id', 'joined_on', 'gender'])
    .where('franchisee_id', '=', franchiseeId)
    .where('status', 'not in', ['LEFT', 'REJECTED'])
    .execute();
  const types = await db
    .selectFrom('leave_type')
    .select(['id', 'yearly_halves', 'accrual', 'gender'])
    .where('franchisee_id', 'in', [HEAD_OFFICE, franchiseeId])
    .where('active', '=', true)
    .where('accrual', '<>', 'NONE')
    .execute();
  const due = people.flatMap((person) =>
    types
      .filter((type) => type.gender === null || type.gender === person.gender)
      .flatMap((type) => {
        const rule: AccrualRule = { yearlyHalves: type.yearly_halves, accrual: type.accrual };
        return creditsOf(rule, person.joined_on, today).map(({ year, halves, ref, onDate }) => ({
          staff_id: person.id,
          type_id: type.id,
          leave_year: year,
          halves,
          ref,
          on_date: onDate,
        }));
      }),
  );
  const { numAffectedRows } =
    await sql`insert into leave_entry (franchisee_id, staff_id, type_id, leave_year, halves, kind, ref, on_date)
    select ${franchiseeId}, d.staff_id, d.type_id, d.leave_year, d.halves, 'ACCRUAL', d.ref, d.on_date
      from jsonb_to_recordset(${JSON.stringify(due)}::jsonb) as d (staff_id uuid, type_id uuid, leave_year int, halves int, ref text, on_date date)
    on conflict (franchisee_id, staff_id, type_id, leave_year, kind, ref) do nothing`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

export const accrueLeaveJob: JobDeclaration = {
  name: 'staff.leave-accrual',
  title: 'Leave credited to staff',
  schedule: '30 0 * * *',
  onMiss: 'RUN_ONCE',
  maxLateS: 43_200,
  timeoutS: 1800,
  run: async ({ now, work }) => {
    const centres = await work(null, (db) =>
      db.selectFrom('staff').select('franchisee_id').distinct().where('status', '<>', 'LEFT').execute(),
    );
    return eachPart(
      centres.map((row) => row.franchisee_id),
      String,
      (centre) => work(centre, (db) => accrueLeave(db, centre, now)),
    );
  },
};
