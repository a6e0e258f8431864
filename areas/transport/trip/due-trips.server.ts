import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { type Day, todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { inChosenCentre } from '@aangan/server/sql.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { dueTripsContract as contract } from './due-trips.contract.ts';
import { ownTrips } from './own-trips.server.ts';

type DueTrip = OutputOf<typeof contract.due>['rows'][number];

/** The next one first. What runs or waits for its check is due whatever its day. */
export async function dueTrips(db: Db, actor: Actor, today: Day): Promise<DueTrip[]> {
  const { rows } = await sql<DueTrip>`
    select t.id, r.code as route, t.direction, t.status, t.planned_start as "plannedStart"
      from trip t join bus_route r on r.franchisee_id = t.franchisee_id and r.id = t.route_id
     where (t.status in ('IN_PROGRESS', 'CHECK_DUE') or t.status = 'SCHEDULED' and t.service_date = ${today}::date)
       and ${inChosenCentre(actor, 't.franchisee_id')} and ${ownTrips(actor)}
     order by t.planned_start, r.code, t.id`.execute(db);
  return rows;
}

export const due = handle(contract.due, async ({ db, actor, now }) => {
  const rows = await dueTrips(db, actor, todayIst(now));
  return { rows, next: null, total: { n: rows.length, more: false } };
});
