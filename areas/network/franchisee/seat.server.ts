import { handle } from '@aangan/server/endpoint/handle.ts';
import { holds } from '@aangan/server/work/actor.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { networkModules } from '../network-modules.ts';
import { centreAsked, lockCentre, noteEvent } from './franchisee-rows.server.ts';
import { seatContract } from './seat.contract.ts';

const seatsOfYear = async (db: Db, franchiseeId: number, yearId: number) =>
  (
    await db
      .selectFrom('franchisee_seat')
      .select(['class_code', 'session', 'seats'])
      .where('franchisee_id', '=', franchiseeId)
      .where('academic_year_id', '=', yearId)
      .orderBy('class_code')
      .execute()
  ).map((row) => ({ classCode: row.class_code, session: row.session, seats: row.seats }));

export interface ClassStrength {
  franchiseeId: number;
  code: string;
  name: string;
  seats: number;
  enrolled: number;
}

/** Licensed seats and placed children of centres by class, in the network's order of classes. */
export async function strengthOf(
  db: Db,
  franchiseeIds: readonly number[],
  yearId: number,
): Promise<ClassStrength[]> {
  if (franchiseeIds.length === 0) return [];
  const { rows } = await sql<ClassStrength>`
    with placed as (select franchisee_id, class_id, count(*)::int as n from enrolment
        where franchisee_id = any (${franchiseeIds as number[]}::int[]) and academic_year_id = ${yearId} and status in ('UPCOMING', 'ACTIVE', 'ON_HOLD') group by 1, 2),
      seats as (select franchisee_id, class_code, sum(seats)::int as n from franchisee_seat
        where franchisee_id = any (${franchiseeIds as number[]}::int[]) and academic_year_id = ${yearId} group by 1, 2)
    select f as "franchiseeId", c.code, c.short_name as name, coalesce(s.n, 0) as seats, coalesce(p.n, 0) as enrolled
      from unnest(${franchiseeIds as number[]}::int[]) f cross join class c
      left join placed p on p.franchisee_id = f and p.class_id = c.id left join seats s on s.franchisee_id = f and s.class_code = c.code
     where c.active and (p.n > 0 or s.n > 0) order by f, c.position, c.name`.execute(db);
  return rows;
}

export const listSeats = handle(seatContract.list, async ({ db, actor, input }) => {
  const id = await centreAsked(db, actor, input);
  const { rows } = await sql<{ code: string; name: string; enrolled: number }>`
    select c.code, c.name, (select count(*)::int from enrolment e where e.franchisee_id = ${id} and e.academic_year_id = ${input.yearId} and e.class_id = c.id
        and e.status in ('UPCOMING', 'ACTIVE', 'ON_HOLD')) as enrolled
      from class c where c.active order by c.position, c.name`.execute(db);
  return {
    classes: rows,
    seats: await seatsOfYear(db, id, input.yearId),
    lastYear: await seatsOfYear(db, id, input.yearId - 1),
    can: { update: holds(actor, networkModules.Franchisee, true) },
  };
});

export const setSeats = handle(seatContract.save, async ({ db, actor, input }) => {
  const { id } = await lockCentre(db, actor, input.franchiseeId);
  await db
    .deleteFrom('franchisee_seat')
    .where('franchisee_id', '=', id)
    .where('academic_year_id', '=', input.yearId)
    .execute();
  const seats = new Map(
    input.seats
      .filter((one) => one.seats > 0)
      .map((one) => [`${one.classCode} ${one.session}`, one] as const),
  );
  if (seats.size > 0)
    await db
      .insertInto('franchisee_seat')
      .values(
        [...seats.values()].map((one) => ({
          franchisee_id: id,
          academic_year_id: input.yearId,
          class_code: one.classCode,
          session: one.session,
          seats: one.seats,
        })),
      )
      .execute();
  const total = [...seats.values()].reduce((sum, one) => sum + one.seats, 0);
  await noteEvent(db, { franchiseeId: id, action: `seats of ${input.yearId}-${input.yearId + 1}: ${total}` });
  return { total };
});
