// The decisions on a leave, and taking it back. A balance is written in the same transaction as the step that changes it.
import { type Day, formatDate, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import { lockRow, moveStatus, type RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { ensureOpenMonth } from '../day/month-lock.server.ts';
import { refuseStaff } from '../refusals.ts';
import { ensureSubstitute } from './apply-leave.server.ts';
import { leaveContract } from './leave.contract.ts';
import { leaveStates } from './leave.states.ts';
import { daysOf } from './leave-count.ts';
import { balanceOf, shortagesOf } from './leave-facts.server.ts';
import { tellSubstitute, tellTaker } from './tell-leave.server.ts';

type Request = RowIn<'leave_request'>;

const ensureNotOwn = (actor: Actor, row: Request): void => {
  if (row.user_id !== null && row.user_id === actor.userId) throw refuseStaff('leave.own-request');
};
const ensureOwn = (actor: Actor, row: Request): void => {
  if (row.user_id !== userIdOf(actor)) throw refuse('row.not-found');
};

async function move(
  db: Db,
  row: Request,
  action: Parameters<typeof moveStatus<'leave_request', typeof leaveStates>>[1]['action'],
  by?: {
    actor: Actor;
    now: Date;
    note?: string | null | undefined;
    substituteId?: string | null | undefined;
  },
): Promise<Request> {
  return moveStatus(db, {
    states: leaveStates,
    table: 'leave_request',
    row,
    action,
    reason: by?.note ?? null,
    ...(by
      ? {
          set: {
            decided_by: by.actor.userId,
            decided_at: by.now.toISOString(),
            note: by.note ?? null,
            ...(by.substituteId ? { substitute_id: by.substituteId } : {}),
          },
        }
      : {}),
  });
}

const halvesOfRequest = (db: Db, row: Request) =>
  db
    .selectFrom('leave_request_half')
    .select(['id', 'day', 'half', 'counted', 'why'])
    .where('franchisee_id', '=', row.franchisee_id)
    .where('request_id', '=', row.id)
    .where('active', '=', true)
    .orderBy('day')
    .orderBy('half', 'desc');

/** Nobody is on leave in these halves any more. Returns how many of them had counted. */
async function freeHalves(db: Db, row: Request, from?: Day): Promise<number> {
  const { rows } = await sql<{ counted: boolean }>`update leave_request_half set active = false
    where franchisee_id = ${row.franchisee_id} and request_id = ${row.id} and active and (${from ?? null}::date is null or day >= ${from ?? null})
    returning counted`.execute(db);
  return rows.filter(({ counted }) => counted).length;
}

async function book(
  db: Db,
  row: Request,
  { kind, halves, on }: { kind: 'TAKEN' | 'RESTORED'; halves: number; on: Day },
): Promise<void> {
  if (halves === 0) return;
  await db
    .insertInto('leave_entry')
    .values({
      franchisee_id: row.franchisee_id,
      staff_id: row.staff_id,
      type_id: row.type_id,
      leave_year: row.leave_year,
      halves,
      kind,
      ref: row.id,
      on_date: on,
    })
    .execute();
}

/** What somebody marked in these halves gives way to the leave. */
async function clearMarks(db: Db, row: Request): Promise<void> {
  for (const half of ['fn', 'an'] as const)
    await sql`update staff_day d set ${sql.ref(half)} = null where d.franchisee_id = ${row.franchisee_id} and d.staff_id = ${row.staff_id}
      and ${sql.ref(`d.${half}`)} is not null and exists (select from leave_request_half h where h.franchisee_id = d.franchisee_id
        and h.request_id = ${row.id} and h.counted and h.active and h.day = d.day and h.half = ${half.toUpperCase()})`.execute(
      db,
    );
}

export const approveLeave = handle(leaveContract.approve, async ({ db, actor, input, version, now }) => {
  const row = await lockRow(db, 'leave_request', input.id, version);
  ensureNotOwn(actor, row);
  // Requests of one person are decided one after the other: the balance cannot be spent twice.
  const person = await lockRow(db, 'staff', row.staff_id);
  const who = { franchiseeId: row.franchisee_id, staffId: row.staff_id };
  const type = ensureFound(
    await db.selectFrom('leave_type').selectAll().where('id', '=', row.type_id).executeTakeFirst(),
  );
  const halves = await halvesOfRequest(db, row).execute();
  const moved = await move(db, row, 'approve', {
    actor,
    now,
    note: input.note,
    substituteId: input.substituteId,
  });
  const { limit } = await balanceOf(db, who, {
    typeId: type.id,
    negativeHalves: type.negative_halves,
    on: row.from_on,
  });
  if (row.halves > limit)
    throw refuseStaff('leave.no-balance', {
      details: { left: daysOf(Math.max(0, limit)), asked: daysOf(row.halves), type: type.name },
    });
  await ensureSubstitute(db, person, input.substituteId);
  if (!input.note) {
    if (type.proof_after_halves !== null && row.halves > type.proof_after_halves && row.file_id === null)
      throw refuseStaff('leave.proof-missing', { details: { type: type.name } });
    const [short] = await shortagesOf(
      db,
      who,
      halves.map(({ day, half, counted, why }) => ({ day, half, counted, off: why })),
    );
    if (short && moved.substitute_id === null)
      throw refuseStaff('leave.ratio', { details: { section: short.section, day: formatDate(short.day) } });
  }
  for (const month of new Set(halves.map(({ day }) => day.slice(0, 7))))
    await ensureOpenMonth(db, row.franchisee_id, month);
  await book(db, row, { kind: 'TAKEN', halves: -row.halves, on: row.from_on });
  await clearMarks(db, row);
  await tellTaker(db, moved);
  await tellSubstitute(db, moved, person.name);
  return {};
});

export const rejectLeave = handle(leaveContract.reject, async ({ db, actor, input, version, now }) => {
  const row = await lockRow(db, 'leave_request', input.id, version);
  ensureNotOwn(actor, row);
  const moved = await move(db, row, 'reject', { actor, now, note: input.note });
  await freeHalves(db, row);
  await tellTaker(db, moved);
  return {};
});

export const withdrawLeave = handle(leaveContract.withdraw, async ({ db, actor, input, version }) => {
  const row = await lockRow(db, 'leave_request', input.id, version);
  ensureOwn(actor, row);
  await move(db, row, 'withdraw');
  await freeHalves(db, row);
  return {};
});

export const cancelLeave = handle(leaveContract.cancel, async ({ db, actor, input, version, now }) => {
  const row = await lockRow(db, 'leave_request', input.id, version);
  ensureOwn(actor, row);
  const today = todayIst(now);
  if (row.from_on <= today) {
    await move(db, row, 'ask-cancel');
    return {};
  }
  await lockRow(db, 'staff', row.staff_id);
  await move(db, row, 'cancel');
  await book(db, row, { kind: 'RESTORED', halves: await freeHalves(db, row), on: today });
  return {};
});

export const decideCancel = handle(leaveContract.decideCancel, async ({ db, actor, input, version, now }) => {
  const row = await lockRow(db, 'leave_request', input.id, version);
  ensureNotOwn(actor, row);
  await lockRow(db, 'staff', row.staff_id);
  const moved = await move(db, row, input.decision, { actor, now, note: input.note });
  if (input.decision === 'allow-cancel') {
    // What is past was leave; the days from today on are given back.
    const today = todayIst(now);
    await book(db, row, { kind: 'RESTORED', halves: await freeHalves(db, row, today), on: today });
  }
  await tellTaker(db, moved);
  return {};
});

/** The employment ends: leave after its last day is no more, whoever asked for it. */
export async function endLeave(
  db: Db,
  person: { franchisee_id: number; id: string },
  lastDay: Day,
): Promise<void> {
  const rows = await db
    .selectFrom('leave_request')
    .selectAll()
    .where('franchisee_id', '=', person.franchisee_id)
    .where('staff_id', '=', person.id)
    .where('status', 'in', ['APPLIED', 'APPROVED', 'CANCEL_ASKED'])
    .where('from_on', '>', lastDay)
    .forUpdate()
    .execute();
  for (const row of rows) {
    await move(db, row, 'end');
    const freed = await freeHalves(db, row);
    if (row.status !== 'APPLIED') await book(db, row, { kind: 'RESTORED', halves: freed, on: lastDay });
  }
}
