// Balances of a leave year and what they are made of; grants.
import { randomUUID } from 'node:crypto';
import { todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { HEAD_OFFICE, inChosenCentre } from '@aangan/server/sql.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { chosenCentre, userIdOf } from '@aangan/server/work/ensure.ts';
import { lockRow } from '@aangan/server/work/status-step.ts';
import { sql } from 'kysely';
import { ensureOwnOrKeeper, keepsAttendance } from '../own-rows.server.ts';
import { refuseStaff } from '../refusals.ts';
import { leaveContract } from './leave.contract.ts';
import { leaveYearOf } from './leave-count.ts';
import { leaveTypeOf } from './leave-rules.server.ts';

interface Cell {
  staffId: string;
  name: string;
  employeeCode: string;
  userId: string | null;
  typeId: string | null;
  credited: number;
  taken: number;
}

export const leaveBalances = handle(leaveContract.balances, async ({ db, actor, input }) => {
  const everybody = keepsAttendance(actor);
  const { rows: types } = await sql<{ id: string; code: string; name: string }>`
    select t.id, t.code, t.name from leave_type t
     where t.active and (t.franchisee_id = ${HEAD_OFFICE} or t.franchisee_id = ${actor.franchiseeId})
     order by t.position, t.code`.execute(db);
  const { rows } = await sql<Cell>`
    select s.id as "staffId", s.name, s.employee_code as "employeeCode", s.user_id as "userId", e.type_id as "typeId",
      coalesce(sum(e.halves) filter (where e.kind not in ('TAKEN', 'RESTORED')), 0)::int as credited,
      coalesce(-sum(e.halves) filter (where e.kind in ('TAKEN', 'RESTORED')), 0)::int as taken
      from staff s left join leave_entry e on e.franchisee_id = s.franchisee_id and e.staff_id = s.id and e.leave_year = ${input.year}
     where ${inChosenCentre(actor, 's.franchisee_id')} and s.status not in ('LEFT', 'REJECTED')
       and ${everybody ? sql`true` : sql`s.user_id = ${userIdOf(actor)}`}
     group by s.franchisee_id, s.id, s.name, s.employee_code, s.user_id, e.type_id order by s.name, s.id limit 8000`.execute(
    db,
  );
  const people = [...Map.groupBy(rows, (row) => row.staffId).values()];
  return {
    types,
    rows: people.flatMap((cells) => {
      const [first] = cells;
      if (!first) return [];
      const { staffId, name, employeeCode, userId } = first;
      return [
        {
          staffId,
          name,
          employeeCode,
          userId,
          cells: types.map(({ id }) => {
            const { credited = 0, taken = 0 } = cells.find((cell) => cell.typeId === id) ?? {};
            return { credited, taken, left: credited - taken };
          }),
        },
      ];
    }),
    can: { grant: mayCall(actor, leaveContract.grant) },
  };
});

export const balanceEntries = handle(leaveContract.entries, async ({ db, actor, input }) => {
  const person = await db
    .selectFrom('staff')
    .select(['franchisee_id', 'user_id'])
    .where('id', '=', input.staffId)
    .executeTakeFirst();
  if (!person) throw refuse('row.not-found');
  ensureOwnOrKeeper(actor, person);
  const rows = await db
    .selectFrom('leave_entry')
    .select(['id', 'on_date', 'kind', 'halves', 'note', 'ref'])
    .where('franchisee_id', '=', person.franchisee_id)
    .where('staff_id', '=', input.staffId)
    .where('type_id', '=', input.typeId)
    .where('leave_year', '=', input.year)
    .orderBy('on_date')
    .orderBy('created_at')
    .execute();
  return {
    rows: rows.map(({ on_date, ref, ...row }) => ({
      ...row,
      onDate: on_date,
      // A leave's entries carry its id.
      requestId: row.kind === 'TAKEN' || row.kind === 'RESTORED' ? ref : null,
    })),
  };
});

export const grantLeave = handle(leaveContract.grant, async ({ db, actor, input, now }) => {
  const franchiseeId = chosenCentre(actor);
  const person = await lockRow(db, 'staff', input.staffId);
  if (person.franchisee_id !== franchiseeId) throw refuse('row.not-found');
  if (person.user_id !== null && person.user_id === actor.userId) throw refuseStaff('staff.own-record');
  const type = await leaveTypeOf(db, franchiseeId, input.typeId);
  const today = todayIst(now);
  await db
    .insertInto('leave_entry')
    .values({
      franchisee_id: franchiseeId,
      staff_id: person.id,
      type_id: type.id,
      leave_year: leaveYearOf(today),
      halves: input.halves,
      kind: input.kind,
      ref: randomUUID(),
      on_date: today,
      note: input.note,
    })
    .execute();
  return {};
});

export const whoIsAway = handle(leaveContract.away, async ({ db, actor, input }) => {
  const from = `${input.month}-01`;
  const { rows } = await sql<{
    day: string;
    requestId: string;
    name: string;
    type: string;
    status: string;
    half: 'FN' | 'AN' | 'DAY';
  }>`
    select h.day, r.id as "requestId", s.name, t.code as type, r.status, case when count(*) = 2 then 'DAY' else min(h.half) end as half
      from leave_request_half h join leave_request r on r.franchisee_id = h.franchisee_id and r.id = h.request_id
      join staff s on s.franchisee_id = h.franchisee_id and s.id = h.staff_id join leave_type t on t.id = r.type_id
     where h.franchisee_id = ${chosenCentre(actor)} and h.active and h.counted and h.day >= ${from}::date and h.day < ${from}::date + interval '1 month'
     group by h.day, r.id, s.name, t.code, r.status order by h.day, s.name, r.id`.execute(db);
  return { rows };
});
