// Leaving: a last day, ahead or past. When it is over the approval and the roles at the centre end (areas/staff.md 2).
import { addDays, type Day, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import type { JobDeclaration } from '@aangan/server/background/background.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { ensureStep } from '@aangan/server/work/ensure.ts';
import { lockRow, moveStatus, type RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { endLeave } from '../leave/decide-leave.server.ts';
import { refuseStaff } from '../refusals.ts';
import { beginAccess, endAccess, ensureMayEnd } from './centre-access.server.ts';
import { ensureOther } from './decide-staff.server.ts';
import { staffContract } from './staff.contract.ts';
import { staffStates } from './staff.states.ts';
import { ensureMobileFree } from './update-staff.server.ts';

type Staff = RowIn<'staff'>;
const AHEAD_DAYS = 90;
const faultIn = (field: string, text: string) => refuse('input.invalid', { fields: { [field]: text } });

async function leave(db: Db, row: Staff, { by, now }: { by: string | null; now: Date }): Promise<void> {
  await moveStatus(db, {
    states: staffStates,
    table: 'staff',
    row,
    action: 'leave',
    reason: row.leaving_reason,
  });
  if (row.left_on !== null) await endLeave(db, row, row.left_on);
  await endAccess(db, row, { by, now });
}

export const leaveStaff = handle(staffContract.leaveService, async ({ db, actor, input, version, now }) => {
  const row = await lockRow(db, 'staff', input.id, version);
  ensureOther(actor, row);
  ensureStep(staffStates, row.status, 'leave');
  const today = todayIst(now);
  if (input.on < row.joined_on) throw faultIn('on', 'Not before the day of joining');
  if (input.on > addDays(today, AHEAD_DAYS)) throw faultIn('on', `At most ${AHEAD_DAYS} days ahead`);
  await ensureMayEnd(db, actor, row, now);
  const leaving = { left_on: input.on, leaving_reason: input.reason, rehire: input.rehire };
  await db
    .updateTable('staff')
    .set(leaving)
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.id)
    .execute();
  // The last day is worked to its end; the job closes it.
  if (input.on < today) await leave(db, { ...row, ...leaving }, { by: actor.userId, now });
  return {};
});

export const stayStaff = handle(staffContract.stay, async ({ db, actor, input, version }) => {
  const row = await lockRow(db, 'staff', input.id, version);
  ensureOther(actor, row);
  if (row.status === 'LEFT' || row.left_on === null) throw refuseStaff('staff.no-leaving');
  await db
    .updateTable('staff')
    .set({ left_on: null, leaving_reason: null, rehire: true })
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.id)
    .execute();
  return {};
});

export const rejoinStaff = handle(staffContract.rejoin, async ({ db, actor, input, version, now }) => {
  const row = await lockRow(db, 'staff', input.id, version);
  ensureOther(actor, row);
  ensureStep(staffStates, row.status, 'rejoin');
  if (!row.rehire) throw refuseStaff('staff.no-rehire');
  if (row.left_on !== null && input.on <= row.left_on) throw faultIn('on', 'After the last day of work');
  if (input.on > addDays(todayIst(now), AHEAD_DAYS)) throw faultIn('on', `At most ${AHEAD_DAYS} days ahead`);
  await ensureNoOther(db, row);
  await ensureMobileFree(db, row, row.mobile);
  await moveStatus(db, {
    states: staffStates,
    table: 'staff',
    row,
    action: 'rejoin',
    set: {
      joined_on: input.on,
      left_on: null,
      leaving_reason: null,
      status_reason: null,
      approved_by: null,
      approved_at: null,
    },
  });
  await beginAccess(db, actor, row, now);
  return {};
});

/** Somebody may have been entered anew meanwhile. */
async function ensureNoOther(db: Db, row: Staff): Promise<void> {
  if (row.user_id === null) return;
  const other = await db
    .selectFrom('staff')
    .select('employee_code')
    .where('franchisee_id', '=', row.franchisee_id)
    .where('user_id', '=', row.user_id)
    .where('status', '<>', 'LEFT')
    .where('id', '<>', row.id)
    .executeTakeFirst();
  if (other) throw refuseStaff('staff.duplicate-user', { details: { code: other.employee_code } });
}

/** The day that is over when this runs: at 23:55 today's, after a missed night yesterday's. */
const dayOver = (now: Date): Day => addDays(todayIst(new Date(now.getTime() + 10 * 60_000)), -1);

/** Ends the employments whose last day is over. */
export const staffLeftJob: JobDeclaration = {
  name: 'staff.left',
  title: 'Staff whose last day is over',
  schedule: '55 23 * * *',
  onMiss: 'RUN_ONCE',
  maxLateS: 7200,
  timeoutS: 300,
  run: async (tools) => {
    const over = dayOver(tools.now);
    const due = await tools.work(null, (db) =>
      db
        .selectFrom('staff')
        .select(['franchisee_id', 'id'])
        .where('status', '<>', 'LEFT')
        .where('left_on', '<=', over)
        .execute(),
    );
    let ok = 0;
    for (const { franchisee_id, id } of due)
      ok += await tools.work(franchisee_id, async (db) => {
        const row = await lockRow(db, 'staff', id);
        if (row.status === 'LEFT' || row.status === 'REJECTED' || row.left_on === null || row.left_on > over)
          return 0;
        await leave(db, row, { by: null, now: tools.now });
        return 1;
      });
    return { ok, failed: 0 };
  },
};
