import { todayIst } from '@aangan/contract/period.ts';
import { serveReport } from '@aangan/server/report/serve-report.ts';
import { inChosenCentre, istDay, several } from '@aangan/server/sql.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import { orderLabels } from '../kit-order/kit-order.states.ts';
import { intelliKitMatrix, tatByCity, tatByClass, tatByStatus } from './order-report.contract.ts';

interface Asked {
  readonly db: Db;
  readonly actor: Actor;
  readonly days: { readonly from: string; readonly to: string };
  readonly filters: { readonly kitType?: string | readonly string[] | undefined };
}

const placed = istDay('o.placed_at');
const placedIn = ({ actor, days, filters: { kitType } }: Asked): RawBuilder<boolean> =>
  sql<boolean>`o.academic_year_id = ${actor.academicYearId ?? 0} and ${inChosenCentre(actor, 'o.franchisee_id')} and ${placed} between ${days.from} and ${days.to}
    and ${kitType === undefined ? sql`true` : several('o.kit_type', [kitType].flat() as string[], 'text')}`;

interface Stages {
  orders: number;
  kits: number;
  delivered: number;
  onTime: number;
  late: number;
  toConfirm: number | null;
  toShip: number | null;
  toDeliver: number | null;
}

const median = (from: string, to: string) =>
  sql`round(percentile_cont(0.5) within group (order by extract(epoch from ${sql.ref(to)} - ${sql.ref(from)}) / 86400))::int`;
const deliveredOn = istDay('o.delivered_at');

const stages = (kits: RawBuilder<unknown>, today: string) => sql`
  count(distinct (o.franchisee_id, o.id))::int as orders, ${kits} as kits, count(distinct (o.franchisee_id, o.id)) filter (where o.delivered_at is not null)::int as delivered,
  count(distinct (o.franchisee_id, o.id)) filter (where ${deliveredOn} <= o.promised_on)::int as "onTime",
  count(distinct (o.franchisee_id, o.id)) filter (where coalesce(${deliveredOn}, ${today}::date) > o.promised_on)::int as late,
  ${median('o.placed_at', 'o.confirmed_at')} as "toConfirm", ${median('o.confirmed_at', 'o.first_shipped_at')} as "toShip", ${median('o.first_shipped_at', 'o.delivered_at')} as "toDeliver"`;
const counted = sql`o.status not in ('CANCELLED', 'FAIL')`;

const placedOn = (days: Asked['days'], kitType: Asked['filters']['kitType']) => ({
  placedOn: { from: days.from, to: days.to },
  ...(kitType === undefined ? {} : { kitType }),
});

export const byCity = serveReport(tatByCity, {
  rows: async (at) => {
    const today = todayIst(at.now);
    const { rows } = await sql<Stages & { cityId: number | null; city: string }>`
      select f.city_id as "cityId", coalesce(c.name, 'No city') as city, ${stages(sql`coalesce(sum(n.kits), 0)::int`, today)}
        from kit_order o join franchisee f on f.id = o.franchisee_id left join city c on c.id = f.city_id
        cross join lateral (select coalesce(sum(l.qty_ordered - l.qty_cancelled), 0)::int as kits from kit_order_line l where l.franchisee_id = o.franchisee_id and l.order_id = o.id) n
       where ${placedIn(at)} and ${counted} group by f.city_id, c.name order by c.name nulls last`.execute(
      at.db,
    );
    return rows.map(({ cityId, ...row }) => ({
      ...row,
      id: String(cityId ?? 'none'),
      link:
        cityId === null
          ? null
          : { path: '/report/order-report', filters: { cityId, ...placedOn(at.days, at.filters.kitType) } },
    }));
  },
});

export const byClass = serveReport(tatByClass, {
  rows: async (at) => {
    const today = todayIst(at.now);
    const { rows } = await sql<Stages & { classId: number; className: string }>`
      select l.class_id as "classId", c.name as "className", ${stages(sql`coalesce(sum(l.qty_ordered - l.qty_cancelled), 0)::int`, today)}
        from kit_order o join kit_order_line l on l.franchisee_id = o.franchisee_id and l.order_id = o.id join class c on c.id = l.class_id
       where ${placedIn(at)} and ${counted} group by l.class_id, c.name, c.position order by c.position, c.name`.execute(
      at.db,
    );
    return rows.map(({ classId, ...row }) => ({
      ...row,
      id: String(classId),
      link: {
        path: '/report/order-report?ops=all-kit',
        filters: { classId, ...placedOn(at.days, at.filters.kitType) },
      },
    }));
  },
});

export const byStatus = serveReport(tatByStatus, {
  rows: async (at) => {
    const { rows } = await sql<{
      status: keyof typeof orderLabels;
      orders: number;
      kits: number;
      amount: number;
    }>`
      select s.status, count(o.id)::int as orders, coalesce(sum(o.kits), 0)::int as kits, coalesce(sum(o.total_paise), 0)::bigint as amount
        from unnest(${Object.keys(orderLabels)}::text[]) with ordinality s (status, n)
        left join (select o.id, o.status, o.total_paise, n.kits from kit_order o
            cross join lateral (select coalesce(sum(l.qty_ordered - l.qty_cancelled), 0)::int as kits from kit_order_line l where l.franchisee_id = o.franchisee_id and l.order_id = o.id) n
           where ${placedIn(at)}) o on o.status = s.status
       group by s.status, s.n order by s.n`.execute(at.db);
    return rows.map(({ status, ...row }) => ({
      ...row,
      id: status,
      status: orderLabels[status],
      link: {
        path: '/report/order-report',
        filters: { status, ...placedOn(at.days, at.filters.kitType) },
      },
    }));
  },
});

export const matrix = serveReport(intelliKitMatrix, {
  rows: async ({ db, actor }) => {
    const { rows } = await sql<{
      franchiseeId: number;
      centre: string;
      classId: number;
      className: string;
      entitled: number;
      ordered: number;
      shipped: number;
      arrived: number;
      handedOver: number;
    }>`
      select a.franchisee_id as "franchiseeId", f.company_name as centre, a.class_id as "classId", c.name as "className", count(*)::int as entitled,
          count(*) filter (where a.status <> 'ALLOCATED')::int as ordered, count(*) filter (where a.status in ('SHIPPED', 'AT_CENTRE', 'HANDED_OVER'))::int as shipped,
          count(*) filter (where a.status in ('AT_CENTRE', 'HANDED_OVER'))::int as arrived, count(*) filter (where a.status = 'HANDED_OVER')::int as "handedOver"
        from kit_allocation a join franchisee f on f.id = a.franchisee_id join class c on c.id = a.class_id
       where a.kit_type = 'INTELLI_KIT' and a.status <> 'REVOKED' and a.academic_year_id = ${actor.academicYearId ?? 0} and ${inChosenCentre(actor, 'a.franchisee_id')}
       group by a.franchisee_id, f.company_name, a.class_id, c.name, c.position order by f.company_name, a.franchisee_id, c.position`.execute(
      db,
    );
    return rows.map(({ franchiseeId, classId, ...row }) => ({
      ...row,
      id: `${franchiseeId}-${classId}`,
      link: {
        path: '/report/order-report?ops=all-kit',
        filters: { kitType: 'INTELLI_KIT', classId, franchiseeId },
      },
    }));
  },
});
