import { todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { personName } from '@aangan/server/sql.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import { sql } from 'kysely';
import { franchiseeLabel } from '../../network/public.server.ts';
import { centresWithCategory } from '../ams-setup/category-today.server.ts';
import { inZones } from '../zone-right.server.ts';
import { holdsOn, lastDayOf } from './allocation-sql.server.ts';
import { amAllocationContract as contract } from './am-allocation.contract.ts';
import { amListing } from './am-allocation.listing.server.ts';
import { peopleFor } from './people.server.ts';

interface Manager {
  id: string;
  version: number;
  name: string;
  zoneId: number;
  zone: string;
  city: string;
  visitsPerDay: number;
  weeklyOff: number;
  fromOn: string;
  lastDay: string | null;
}
interface Centre {
  id: number;
  name: string;
  city: string | null;
  category: string;
  zoneId: number | null;
  zone: string | null;
  amId: string | null;
}

export const amBoard = handle(contract.board, async ({ db, actor, input, now }) => {
  const today = sql`${todayIst(now)}::date`;
  const zoneId = input.zoneId ?? null;
  const below = sql`(with recursive below as (select ${zoneId}::int as id union select z.id from zone z join below b on z.parent_id = b.id) select id from below)`;
  const inZone = (column: string) => sql`(${zoneId}::int is null or ${sql.ref(column)} in ${below})`;
  const managers = await sql<Manager>`
    select a.id, a.version, ${personName('u')} as name, a.zone_id as "zoneId", z.name as zone, i.name as city, a.visits_per_day as "visitsPerDay",
      a.weekly_off as "weeklyOff", a.from_on as "fromOn", ${lastDayOf('a')} as "lastDay"
      from ams_am_allocation a join app_user u on u.id = a.user_id join zone z on z.id = a.zone_id join city i on i.id = a.base_city_id
     where (a.to_on is null or a.to_on > ${today}) and ${inZones(actor, 'a.zone_id')} and ${inZone('a.zone_id')}
     order by 3, a.from_on`.execute(db);
  const centres = await sql<Centre>`
    select c.franchisee_id as id, c.centre as name, i.name as city, c.category, c.zone_id as "zoneId", z.name as zone, x.am_allocation_id as "amId"
      from ${centresWithCategory(today)} c left join city i on i.id = c.city_id left join zone z on z.id = c.zone_id
      left join ams_centre_allocation x on x.franchisee_id = c.franchisee_id and ${holdsOn('x', today)}
     where ${inZones(actor, 'c.zone_id')} and ${inZone('c.zone_id')} order by c.centre, c.franchisee_id`.execute(
    db,
  );
  const may = mayCall(actor, contract.assign);
  const shown = ({ id, name, city, category }: Centre) => ({
    id,
    label: franchiseeLabel(id, name),
    city,
    category,
  });
  return {
    managers: managers.rows.map((row) => ({
      ...row,
      centres: centres.rows.filter(({ amId }) => amId === row.id).map(shown),
      can: { allocate: may && row.fromOn <= todayIst(now), change: may },
    })),
    free: centres.rows
      .filter(({ amId }) => amId === null)
      .map((row) => ({ ...shown(row), zoneId: row.zoneId, zone: row.zone })),
    can: { allocate: may },
  };
});

export const getAm = handle(contract.get, async ({ db, actor, input }) =>
  ensureFound(await amListing.row({ db, actor }, input.id)),
);

export const amPeople = handle(contract.people, async ({ db, now }) => ({
  people: await peopleFor(db, 'AM', { on: todayIst(now) }),
}));
