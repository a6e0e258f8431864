// What forbids a leave before anybody decides on it (areas/staff.md 3.3). The same rules answer the preview and the command.
import { addDays, type Day, daysBetween, formatDate } from '@aangan/contract/period.ts';
import type { Refusal } from '@aangan/contract/refusal.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { HEAD_OFFICE } from '@aangan/server/sql.ts';
import type { RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { isLocked, monthTitle } from '../day/month-lock.server.ts';
import { refuseStaff } from '../refusals.ts';
import { type CountedHalf, daysOf, leaveYearOf } from './leave-count.ts';
import { type Balance, balanceOf, halvesOf, type LeaveSpan } from './leave-facts.server.ts';

export type LeaveType = RowIn<'leave_type'>;
type Staff = Pick<RowIn<'staff'>, 'franchisee_id' | 'id' | 'gender' | 'joined_on' | 'left_on'>;

const MOST_DAYS = 200;

/** An active type of the network or the centre. */
export async function leaveTypeOf(db: Db, franchiseeId: number, typeId: string): Promise<LeaveType> {
  const type = await db
    .selectFrom('leave_type')
    .selectAll()
    .where('id', '=', typeId)
    .where('franchisee_id', 'in', [HEAD_OFFICE, franchiseeId])
    .where('active', '=', true)
    .executeTakeFirst();
  if (!type) throw refuse('input.invalid', { fields: { typeId: 'Choose a leave type' } });
  return type;
}

export interface Measured {
  readonly halves: readonly CountedHalf[];
  readonly counted: number;
  readonly balance: Balance;
}

/** Halves and balance. Refuses dates that are none (422). */
export async function measure(db: Db, person: Staff, type: LeaveType, span: LeaveSpan): Promise<Measured> {
  const fault = spanFault(span, type);
  if (fault) throw refuse('input.invalid', { fields: fault });
  if (span.fromOn < person.joined_on || (person.left_on !== null && span.toOn > person.left_on))
    throw refuseStaff('staff.not-employed');
  const who = { franchiseeId: person.franchisee_id, staffId: person.id };
  const halves = await halvesOf(db, who, { span, countsBetween: type.counts_between });
  const counted = halves.filter((half) => half.counted).length;
  const balance = await balanceOf(db, who, {
    typeId: type.id,
    negativeHalves: type.negative_halves,
    on: span.fromOn,
  });
  return { halves, counted, balance };
}

function spanFault(span: LeaveSpan, type: LeaveType): Record<string, string> | null {
  const { fromOn, fromHalf, toOn, toHalf } = span;
  if (toOn < fromOn) return { toOn: 'On or after the first day' };
  if (fromOn === toOn && fromHalf === 'AN' && toHalf === 'FN')
    return { toHalf: 'The morning is over when the leave begins' };
  if (daysBetween(fromOn, toOn) > MOST_DAYS) return { toOn: `At most ${MOST_DAYS} days at a time` };
  if (leaveYearOf(fromOn) !== leaveYearOf(toOn))
    return { toOn: 'Ask for the days until 31 March and those from 1 April apart' };
  if (!type.half_allowed && (fromHalf === 'AN' || toHalf === 'FN'))
    return { [fromHalf === 'AN' ? 'fromHalf' : 'toHalf']: `${type.name} is taken in whole days` };
  return null;
}

/** The first thing that forbids it; null: it can be asked for. `forOther`: the head enters it, who may pass the notice. */
export async function leaveRefusal(
  db: Db,
  person: Staff,
  of: { type: LeaveType; span: LeaveSpan; measured: Measured; today: Day; forOther: boolean },
): Promise<Refusal | null> {
  const { type, span, measured, today, forOther } = of;
  const { counted, balance } = measured;
  if (type.gender !== null && type.gender !== person.gender)
    return refuseStaff('leave.not-for-you', { details: { type: type.name } });
  if (counted === 0) return refuseStaff('leave.no-working-day');
  if (type.max_run_halves !== null && counted > type.max_run_halves)
    return refuseStaff('leave.too-long', { details: { type: type.name, most: daysOf(type.max_run_halves) } });
  const earliest = addDays(today, span.fromOn < today ? -type.back_days : type.notice_days);
  if (span.fromOn < earliest && !forOther)
    return span.fromOn < today
      ? refuseStaff('leave.too-late', { details: { type: type.name, n: daysOf(2 * type.back_days) } })
      : refuseStaff('leave.notice', { details: { type: type.name, n: daysOf(2 * type.notice_days) } });
  if (counted > balance.limit)
    return refuseStaff('leave.no-balance', {
      details: { left: daysOf(Math.max(0, balance.limit)), asked: daysOf(counted), type: type.name },
    });
  return (
    (await lockedRefusal(db, person.franchisee_id, span, today)) ?? overlapRefusal(db, person, span, measured)
  );
}

async function lockedRefusal(
  db: Db,
  franchiseeId: number,
  { fromOn, toOn }: LeaveSpan,
  today: Day,
): Promise<Refusal | null> {
  if (fromOn >= today) return null;
  for (const month of new Set([fromOn.slice(0, 7), toOn.slice(0, 7)]))
    if (await isLocked(db, franchiseeId, month))
      return refuseStaff('staff-attendance.month-locked', { details: { month: monthTitle(month) } });
  return null;
}

async function overlapRefusal(
  db: Db,
  person: Staff,
  { fromOn, toOn }: LeaveSpan,
  { halves }: Measured,
): Promise<Refusal | null> {
  const asked = halves.map(({ day, half }) => `${day} ${half}`);
  const { rows } = await sql<{ code: string; from_on: Day; to_on: Day }>`
    select t.code, r.from_on, r.to_on from leave_request_half h
      join leave_request r on r.franchisee_id = h.franchisee_id and r.id = h.request_id join leave_type t on t.id = r.type_id
     where h.franchisee_id = ${person.franchisee_id} and h.staff_id = ${person.id} and h.active and h.day between ${fromOn} and ${toOn}
       and h.day || ' ' || h.half = any (${asked}) limit 1`.execute(db);
  const other = rows[0];
  return other
    ? refuseStaff('leave.overlap', {
        details: { type: other.code, from: formatDate(other.from_on), to: formatDate(other.to_on) },
      })
    : null;
}
