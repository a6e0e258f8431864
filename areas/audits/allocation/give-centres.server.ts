import { addDays, type Day } from '@aangan/contract/period.ts';
import { personName } from '@aangan/server/sql.ts';
import { ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { grantCentre, revokeCentre } from '../../network/public.server.ts';
import { refuseAms } from '../ams.refusals.ts';
import { centresBelow } from './allocation-sql.server.ts';

interface Am {
  id: string;
  user_id: string;
  zone_id: number;
  from_on: Day;
  to_on: Day | null;
}

/**
 * Ends open allocations of centres; `to` is the first day without them. The right to open the centre ends with it, in
 * the same transaction.
 */
export async function endCentres(
  db: Db,
  { to, ...which }: { to: Day } & ({ franchiseeIds: readonly number[] } | { amAllocationId: string }),
): Promise<void> {
  const mine =
    'franchiseeIds' in which
      ? sql`franchisee_id = any (${[...which.franchiseeIds]}::int[])`
      : sql`am_allocation_id = ${which.amAllocationId}`;
  const { rows } = await sql<{ id: string }>`
    update ams_centre_allocation set to_on = greatest(from_on, ${to}::date)
     where ${mine} and (to_on is null or to_on > ${to}::date) returning id`.execute(db);
  for (const { id } of rows) await revokeCentre(db, { source: 'AMS', sourceId: id, on: addDays(to, -1) });
}

/**
 * Gives centres of the zone to an academic manager from today on; who had them loses them the same day, and the visits that are
 * ahead go along. How many centres moved.
 */
export async function giveCentres(
  db: Db,
  am: Am,
  { franchiseeIds, today }: { franchiseeIds: readonly number[]; today: Day },
): Promise<number> {
  ensure(am.from_on <= today, () => refuseAms('allocation.not-begun'));
  const ids = [...franchiseeIds];
  const { rows } = await sql<{ id: number; inside: boolean; holder: string | null; name: string }>`
    select f.id, f.company_name as name, f.id in ${centresBelow(sql`${am.zone_id}::int`)} as inside,
      (select c.am_allocation_id from ams_centre_allocation c where c.franchisee_id = f.id and (c.to_on is null or c.to_on > ${today}::date)
        order by c.from_on limit 1) as holder
      from franchisee f where f.id = any (${ids}::int[])`.execute(db);
  ensureFound(rows.length === ids.length ? true : null);
  const outside = rows.find(({ inside }) => !inside);
  ensure(!outside, () => refuseAms('allocation.outside', { details: { centre: outside?.name } }));
  const moving = rows.filter(({ holder }) => holder !== am.id).map(({ id }) => id);
  await endCentres(db, { franchiseeIds: moving, to: today });
  for (const franchiseeId of moving) {
    const { id } = await db
      .insertInto('ams_centre_allocation')
      .values({ franchisee_id: franchiseeId, am_allocation_id: am.id, from_on: today, to_on: am.to_on })
      .returning('id')
      .executeTakeFirstOrThrow();
    await grantCentre(db, {
      userId: am.user_id,
      franchiseeId,
      from: today,
      to: am.to_on === null ? null : addDays(am.to_on, -1),
      source: 'AMS',
      sourceId: id,
    });
  }
  await sql`update ams_visit set am_allocation_id = ${am.id}
     where franchisee_id = any (${moving}::int[]) and status in ('SCHEDULED', 'MOVE_REQUESTED') and planned_on >= ${today}::date`.execute(
    db,
  );
  return moving.length;
}

/** Somebody allocated in a part now or later who holds one of its roles; for the role's removal. */
export async function allocatedWith(
  db: Db,
  { part, roleId, today }: { part: 'AM' | 'ZM'; roleId: number; today: Day },
): Promise<{ name: string; until: string | null } | undefined> {
  const table = sql.table(part === 'AM' ? 'ams_am_allocation' : 'ams_zm_allocation');
  const { rows } = await sql<{ name: string; until: string | null }>`
    select ${personName('u')} as name, to_char(a.to_on - 1, 'DD-MM-YYYY') as until
      from ${table} a join app_user u on u.id = a.user_id
     where (a.to_on is null or a.to_on > ${today}::date)
       and exists (select from user_role g where g.user_id = u.id and g.role_id = ${roleId} and g.ended_at is null)
     order by 1 limit 1`.execute(db);
  return rows[0];
}
