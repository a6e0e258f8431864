import { addDays, endOfMonth, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { franchisee, franchiseeLabels } from '../../network/public.server.ts';
import { ownEmployment } from '../own-rows.server.ts';
import { refuseStaff } from '../refusals.ts';
import { attendanceContract } from './attendance.contract.ts';
import { metresBetween } from './distance.ts';
import { isLocked } from './month-lock.server.ts';
import { punchContract } from './punch.contract.ts';
import { momentIst, punchesOf, readDays } from './read-days.server.ts';
import { totalsOf } from './staff-day.ts';

const OFFLINE_AFTER_MS = 2 * 60_000;
const OLDEST_MS = 72 * 3_600_000;
/** A second press of the same button. */
const TWICE_MS = 60_000;
const RADIUS_M = 200;
const MOST_ACCURACY_M = 50;

interface Position {
  lat?: number | undefined;
  lng?: number | undefined;
  accuracy?: number | undefined;
}

/** Distance to the centre, and whether it is more than the radius and the position's own uncertainty explain. */
async function placeOf(db: Db, franchiseeId: number, { lat, lng, accuracy = 0 }: Position) {
  const point = (await franchisee(db, franchiseeId))?.point ?? null;
  if (lat === undefined || lng === undefined || point === null)
    return { distance_m: null, outside: null, accuracy_m: null };
  const distance_m = metresBetween(point, { lat, lng });
  const outside = distance_m > RADIUS_M + Math.min(accuracy, MOST_ACCURACY_M);
  return { distance_m, outside, accuracy_m: Math.round(accuracy) };
}

const punchColumns = ['staff_id', 'kind', 'at', 'distance_m as distance', 'outside', 'offline'] as const;

export const checkIn = handle(punchContract.check, async ({ db, actor, input, now }) => {
  const own = await ownEmployment(db, actor);
  // One press at a time: whoever repeats it finds the first.
  await db
    .selectFrom('staff')
    .select('id')
    .where('franchisee_id', '=', own.franchisee_id)
    .where('id', '=', own.id)
    .forUpdate()
    .execute();
  const punches = () =>
    db.selectFrom('staff_punch').select(punchColumns).where('franchisee_id', '=', own.franchisee_id);
  const known = await punches().where('id', '=', input.id).executeTakeFirst();
  if (known) return ensureFound(known.staff_id === own.id ? known : null);
  const captured = new Date(input.capturedAt);
  const waited = now.getTime() - captured.getTime();
  if (waited > OLDEST_MS) throw refuseStaff('punch.too-old');
  const offline = waited > OFFLINE_AFTER_MS;
  const at = offline ? captured : now;
  const { day } = momentIst(at);
  if (day < own.joined_on || (own.left_on !== null && day > own.left_on))
    throw refuseStaff('staff.not-employed');
  const same = await punches()
    .where('staff_id', '=', own.id)
    .where('kind', '=', input.kind)
    .where('at', '>=', new Date(at.getTime() - TWICE_MS).toISOString())
    .where('at', '<=', new Date(at.getTime() + TWICE_MS).toISOString())
    .executeTakeFirst();
  if (same) return same;
  return db
    .insertInto('staff_punch')
    .values({
      franchisee_id: own.franchisee_id,
      id: input.id,
      staff_id: own.id,
      kind: input.kind,
      at,
      offline,
      lat: input.lat ?? null,
      lng: input.lng ?? null,
      ...(await placeOf(db, own.franchisee_id, input)),
    })
    .returning(punchColumns)
    .executeTakeFirstOrThrow();
});

export const ownAttendance = handle(attendanceContract.mine, async ({ db, actor, input, now }) => {
  const own = await ownEmployment(db, actor);
  const { franchisee_id: franchiseeId, id: staffId } = own;
  const from = `${input.month}-01`;
  if (from > addDays(todayIst(now), 366))
    throw refuse('input.invalid', { fields: { month: 'At most a year ahead' } });
  const today = { franchiseeId, from: todayIst(now), to: todayIst(now), staffId };
  const [[read], [current], punches] = await Promise.all([
    readDays(db, { franchiseeId, from, to: endOfMonth(from), staffId }, now),
    readDays(db, today, now),
    punchesOf(db, today),
  ]);
  const person = read ?? current;
  if (!person) throw refuseStaff('staff.not-listed');
  const days = read?.days ?? [];
  return {
    person,
    centre: (await franchiseeLabels(db, [franchiseeId])).get(franchiseeId) ?? '',
    point: (await franchisee(db, franchiseeId))?.point ?? null,
    locked: await isLocked(db, franchiseeId, input.month),
    days: [...days],
    totals: totalsOf(days),
    today: punches,
  };
});
