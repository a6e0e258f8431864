import { transitions } from '@aangan/contract/states.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { refuseStaff } from '../refusals.ts';

export const monthStates = transitions({ OPEN: { lock: 'LOCKED' }, LOCKED: { unlock: 'OPEN' } });

const MONTH = new Intl.DateTimeFormat('en-IN', { month: 'long', year: 'numeric', timeZone: 'UTC' });
/** '2026-08' -> 'August 2026' */
export const monthTitle = (month: string): string => MONTH.format(new Date(`${month}-01`));

/** Whether a month (`YYYY-MM`) of a centre is locked. */
export async function isLocked(db: Db, franchiseeId: number, month: string): Promise<boolean> {
  const row = await db
    .selectFrom('staff_month')
    .select('status')
    .where('franchisee_id', '=', franchiseeId)
    .where('month', '=', `${month}-01`)
    .executeTakeFirst();
  return row?.status === 'LOCKED';
}

/** The month's row, made when it is missing and locked until the transaction ends: marking and locking wait for each other. */
export async function lockedMonthRow(db: Db, franchiseeId: number, month: string) {
  await db
    .insertInto('staff_month')
    .values({ franchisee_id: franchiseeId, month: `${month}-01` })
    .onConflict((on) => on.columns(['franchisee_id', 'month']).doNothing())
    .execute();
  return ensureFound(
    await db
      .selectFrom('staff_month')
      .select(['franchisee_id', 'id', 'status'])
      .where('franchisee_id', '=', franchiseeId)
      .where('month', '=', `${month}-01`)
      .forUpdate()
      .executeTakeFirst(),
  );
}

/** Refuses (409) what would change a locked month; holds it open until the transaction ends. */
export async function ensureOpenMonth(db: Db, franchiseeId: number, month: string): Promise<void> {
  const row = await lockedMonthRow(db, franchiseeId, month);
  if (row.status === 'LOCKED')
    throw refuseStaff('staff-attendance.month-locked', { details: { month: monthTitle(month) } });
}
