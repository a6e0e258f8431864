import { type Day, formatDate, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { chosenCentre, ensureFound, ensureFresh } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import type * as z from 'zod';
import { refuseStaff } from '../refusals.ts';
import { attendanceContract } from './attendance.contract.ts';
import { ensureOpenMonth } from './month-lock.server.ts';
import { momentIst } from './read-days.server.ts';

type Cell = z.output<typeof attendanceContract.mark.input>['cells'][number];

/** Everybody of the cells, at the centre; nobody marks the own days. */
async function ensurePeople(db: Db, actor: Actor, cells: readonly Cell[]): Promise<void> {
  const ids = [...new Set(cells.map((cell) => cell.staffId))];
  const rows = await db
    .selectFrom('staff')
    .select(['id', 'user_id', 'joined_on', 'left_on'])
    .where('franchisee_id', '=', chosenCentre(actor))
    .where('id', 'in', ids)
    .execute();
  const people = new Map(rows.map((row) => [row.id, row]));
  for (const { staffId, day } of cells) {
    const person = ensureFound(people.get(staffId));
    if (person.user_id !== null && person.user_id === actor.userId) throw refuseStaff('staff.own-record');
    if (day < person.joined_on || (person.left_on !== null && day > person.left_on))
      throw refuseStaff('staff.not-employed');
  }
}

/** A half of approved leave is not marked over: the leave is cancelled first. */
async function ensureNoLeave(db: Db, franchiseeId: number, cells: readonly Cell[]): Promise<void> {
  const keys = cells
    .filter(({ code }) => code !== null && code !== undefined)
    .map(({ staffId, day, half }) => `${staffId} ${day} ${half.toUpperCase()}`);
  if (keys.length === 0) return;
  const { rows } = await sql<{ day: Day }>`
    select h.day from leave_request_half h join leave_request r on r.franchisee_id = h.franchisee_id and r.id = h.request_id
       and r.status in ('APPROVED', 'CANCEL_ASKED')
     where h.franchisee_id = ${franchiseeId} and h.active and h.counted and h.staff_id = any (${[...new Set(cells.map(({ staffId }) => staffId))]}::uuid[])
       and h.staff_id || ' ' || h.day || ' ' || h.half = any (${keys}) limit 1`.execute(db);
  if (rows[0]) throw refuseStaff('staff-attendance.on-leave', { details: { day: formatDate(rows[0].day) } });
}

/** Writes the cells of one person and day. */
async function writeDay(db: Db, franchiseeId: number, cells: readonly Cell[]): Promise<void> {
  const [first] = cells;
  if (!first) return;
  const key = { franchisee_id: franchiseeId, staff_id: first.staffId, day: first.day };
  const set: { fn?: 'P' | 'A' | 'OD' | null; an?: 'P' | 'A' | 'OD' | null; note?: string | null } = {};
  for (const { half, code, note } of cells) {
    if (code !== undefined) set[half] = code;
    if (note !== undefined) set.note = note || null;
  }
  // The month's row is locked, so nobody writes between these two.
  const before = await db
    .selectFrom('staff_day')
    .select(['id', 'version'])
    .where('franchisee_id', '=', franchiseeId)
    .where('staff_id', '=', first.staffId)
    .where('day', '=', first.day)
    .executeTakeFirst();
  ensureFresh(cells.every((cell) => cell.version === (before?.version ?? 0)) ? 1 : 0);
  if (!before)
    await db
      .insertInto('staff_day')
      .values({ ...key, ...set })
      .execute();
  else
    await db
      .updateTable('staff_day')
      .set(set)
      .where('franchisee_id', '=', franchiseeId)
      .where('id', '=', before.id)
      .execute();
}

export const markDays = handle(attendanceContract.mark, async ({ db, actor, input, now }) => {
  const franchiseeId = chosenCentre(actor);
  const { cells } = input;
  const today: Day = todayIst(now);
  const ahead = cells.findIndex((cell) => cell.day > today);
  if (ahead >= 0)
    throw refuse('input.invalid', { fields: { [`cells.${ahead}.day`]: 'A day ahead cannot be marked' } });
  await ensurePeople(db, actor, cells);
  await ensureNoLeave(db, franchiseeId, cells);
  const months = [...new Set(cells.map((cell) => cell.day.slice(0, 7)))].sort();
  for (const month of months) await ensureOpenMonth(db, franchiseeId, month);
  for (const ofDay of Map.groupBy(cells, (cell) => `${cell.staffId} ${cell.day}`).values())
    await writeDay(db, franchiseeId, ofDay);
  return {};
});

export const voidPunch = handle(attendanceContract.voidPunch, async ({ db, actor, input }) => {
  const franchiseeId = chosenCentre(actor);
  const punch = ensureFound(
    await db
      .selectFrom('staff_punch as p')
      .innerJoin('staff as s', (on) =>
        on.onRef('s.franchisee_id', '=', 'p.franchisee_id').onRef('s.id', '=', 'p.staff_id'),
      )
      .select(['p.id', 'p.at', 's.user_id'])
      .where('p.franchisee_id', '=', franchiseeId)
      .where('p.id', '=', input.punchId)
      .executeTakeFirst(),
  );
  if (punch.user_id !== null && punch.user_id === actor.userId) throw refuseStaff('staff.own-record');
  await ensureOpenMonth(db, franchiseeId, momentIst(punch.at).day.slice(0, 7));
  await db
    .insertInto('staff_punch_void')
    .values({ franchisee_id: franchiseeId, punch_id: punch.id, reason: input.reason })
    .onConflict((on) => on.columns(['franchisee_id', 'punch_id']).doNothing())
    .execute();
  return {};
});
