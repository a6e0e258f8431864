import { endOfMonth, todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { chosenCentre } from '@aangan/server/work/ensure.ts';
import { moveStatus } from '@aangan/server/work/status-step.ts';
import { sql } from 'kysely';
import { refuseStaff } from '../refusals.ts';
import { attendanceContract } from './attendance.contract.ts';
import { lockedMonthRow, monthStates, monthTitle } from './month-lock.server.ts';
import { readDays } from './read-days.server.ts';

/** What is paid by must not move any more: every computed day is stored as it is. */
export const lockMonth = handle(attendanceContract.lockMonth, async ({ db, actor, input, now }) => {
  const franchiseeId = chosenCentre(actor);
  const from = `${input.month}-01`;
  const to = endOfMonth(from);
  if (to >= todayIst(now))
    throw refuseStaff('staff-attendance.month-open', { details: { month: monthTitle(input.month) } });
  const row = await lockedMonthRow(db, franchiseeId, input.month);
  const people = await readDays(db, { franchiseeId, from, to }, now);
  await moveStatus(db, { states: monthStates, table: 'staff_month', row, action: 'lock' });
  const days = people.flatMap((person) =>
    person.days.map(({ day, version: _version, note: _note, ...frozen }) => ({
      staff_id: person.staffId,
      day,
      frozen,
    })),
  );
  await sql`insert into staff_day (franchisee_id, staff_id, day, frozen)
    select ${franchiseeId}, d.staff_id, d.day, d.frozen
      from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as d (staff_id uuid, day date, frozen jsonb)
    on conflict (franchisee_id, staff_id, day) do update set frozen = excluded.frozen`.execute(db);
  return {};
});

/** Days are computed again, with what happened meanwhile. */
export const unlockMonth = handle(attendanceContract.unlockMonth, async ({ db, actor, input }) => {
  const franchiseeId = chosenCentre(actor);
  const from = `${input.month}-01`;
  const row = await lockedMonthRow(db, franchiseeId, input.month);
  await moveStatus(db, {
    states: monthStates,
    table: 'staff_month',
    row,
    action: 'unlock',
    reason: input.reason,
  });
  const ofMonth = sql`franchisee_id = ${franchiseeId} and day between ${from} and ${endOfMonth(from)}`;
  await sql`delete from staff_day where ${ofMonth} and fn is null and an is null and note is null`.execute(
    db,
  );
  await sql`update staff_day set frozen = null where ${ofMonth} and frozen is not null`.execute(db);
  return {};
});
