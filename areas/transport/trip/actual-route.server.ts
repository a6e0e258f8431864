import { todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { chosenCentre } from '@aangan/server/work/ensure.ts';
import { sql } from 'kysely';
import { centrePoint } from '../route/bus-routes.server.ts';
import { type ActualTrip, actualRouteContract as contract } from './actual-route.contract.ts';
import { headColumns, headJoins } from './trip-rows.server.ts';

/** Times and how many children, no names: how a trip went is asked by more people than look after children. */
export const actualRoutes = handle(contract.day, async ({ db, actor, input, now }) => {
  const franchiseeId = chosenCentre(actor);
  const today = todayIst(now);
  const date = input.date ?? today;
  const { rows: trips } = await sql<ActualTrip>`
    select ${headColumns}, t.forced,
      coalesce((select jsonb_agg(jsonb_build_object('id', s.stop_id, 'seq', s.seq, 'name', b.name, 'lat', b.lat_e7 / 1e7, 'lng', b.lng_e7 / 1e7,
          'plannedAt', s.planned_at, 'reachedAt', s.reached_at, 'leftAt', s.left_at,
          'children', (select count(*) from trip_child c where c.franchisee_id = s.franchisee_id and c.trip_id = s.trip_id and c.stop_id = s.stop_id and c.on_at is not null)) order by s.seq)
         from trip_stop s join bus_stop b on b.franchisee_id = s.franchisee_id and b.id = s.stop_id
        where s.franchisee_id = t.franchisee_id and s.trip_id = t.id), '[]') as stops,
      coalesce((select jsonb_agg(jsonb_build_object('id', a.id, 'kind', a.kind, 'level', a.level, 'raisedAt', a.raised_at, 'resolvedAt', a.resolved_at, 'note', a.note) order by a.raised_at)
         from safety_alarm a where a.franchisee_id = t.franchisee_id and a.trip_id = t.id), '[]') as alarms
      from trip t ${headJoins} where t.franchisee_id = ${franchiseeId} and t.service_date = ${date}::date order by t.planned_start, r.code limit 200`.execute(
    db,
  );
  return { date, today, centre: await centrePoint(db, franchiseeId), trips };
});
