import { addDays, todayIst } from '@aangan/contract/period.ts';
import { type Actor, holds } from '@aangan/server/actor.ts';
import { handle } from '@aangan/server/handle.ts';
import { readCursor, writeCursor } from '@aangan/server/record-cursor.ts';
import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import { networkModules } from '../network-modules.ts';
import { franchiseeContract } from './franchisee.contract.ts';
import { franchiseeLabel } from './franchisee-label.ts';

type Input = z.output<typeof franchiseeContract.register.input>;

const COUNT_CAP = 10_000;
const ENDING_DAYS = 90;

interface RegisterRow {
  id: number;
  company_name: string;
  brand: string | null;
  model: 'FOFO' | 'COCO' | 'HO';
  status: 'LEAD' | 'SIGNED' | 'SETUP' | 'ACTIVE' | 'SUSPENDED' | 'CLOSED';
  is_head_office: boolean;
  zone: string | null;
  city: string | null;
  tier: string | null;
  owner: string | null;
  phone: string | null;
  seats: number | null;
  agreement_to: string | null;
  open_items: number;
  opened_on: string | null;
  n: number | null;
}

const and = (parts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  parts.length > 0 ? sql.join([...parts], sql` and `) : sql`true`;

function conditions(actor: Actor, input: Input, today: string): RawBuilder<unknown>[] {
  const where: RawBuilder<unknown>[] = [];
  if (actor.franchiseeId !== null) where.push(sql`f.id = ${actor.franchiseeId}`);
  else if (!actor.wholeNetwork) where.push(sql`f.id = any (${actor.centres as number[]}::int[])`);
  if (!actor.wholeNetwork) where.push(sql`not f.is_head_office`);
  const { status, q } = input;
  if (status !== undefined) where.push(sql`f.status = any (${[status].flat()}::text[])`);
  if (input.model !== undefined) where.push(sql`f.model = ${input.model}`);
  if (input.zoneId !== undefined) where.push(sql`f.zone_id = ${input.zoneId}`);
  if (input.cityId !== undefined) where.push(sql`f.city_id = ${input.cityId}`);
  if (input.brandId !== undefined) where.push(sql`f.brand_id = ${input.brandId}`);
  if (input.tier !== undefined)
    where.push(sql`f.city_id in (select id from city where tier = ${input.tier})`);
  if (input.flag === 'OPEN_GATES')
    where.push(
      sql`exists (select from franchisee_checklist_item i where i.franchisee_id = f.id and i.gate and i.state = 'OPEN')`,
    );
  if (input.flag === 'ENDING')
    where.push(sql`f.status in ('SETUP', 'ACTIVE', 'SUSPENDED') and f.model = 'FOFO'
      and coalesce((select max(a.to_on) from franchisee_agreement a where a.franchisee_id = f.id and a.state = 'ACTIVE' and a.kind <> 'ADDENDUM'), '-infinity') <= ${addDays(today, ENDING_DAYS)}::date`);
  if (q) where.push(matching(q));
  return where;
}

/** Number, name, code, city, or the name of whoever leads it. */
function matching(q: string): RawBuilder<unknown> {
  const pattern = `%${q.replace(/[\\%_]/g, '\\$&')}%`;
  const number = /^\(?0*(\d{1,9})\)?$/.exec(q)?.[1];
  return sql`(f.company_name ilike ${pattern} or f.code ilike ${pattern} ${number ? sql`or f.id = ${Number(number)}` : sql``}
    or f.city_id in (select id from city where name ilike ${pattern})
    or f.id in (select g.franchisee_id from user_role g join role r on r.id = g.role_id join app_user u on u.id = g.user_id
      where g.ended_at is null and r.centre_model is not null and u.search_key like ${pattern.toLowerCase()}))`;
}

export const registerList = handle(franchiseeContract.register, async ({ db, actor, input, now }) => {
  const today = todayIst(now);
  const where = and(conditions(actor, input, today));
  const cursor = input.after === undefined ? null : readCursor(input.after, input.sort);
  const order = orderOf(input.sort);
  const count = cursor
    ? sql`null::int`
    : sql`(select count(*)::int from (select from franchisee f where ${where} limit ${sql.lit(COUNT_CAP + 1)}) c)`;
  const year = Number(today.slice(0, 4)) - (today.slice(5) < '04-01' ? 1 : 0);
  // The page first, then what is beside it: fifty look-ups instead of one for every centre of the network.
  const { rows } = await sql<RegisterRow>`
    with page as materialized (select f.* from franchisee f where ${where} and ${cursor ? order.after(cursor.value, Number(cursor.id)) : sql`true`}
        order by ${order.by} limit ${input.limit + 1}),
      seats as (select s.franchisee_id, sum(s.seats)::int as n from franchisee_seat s where s.franchisee_id in (select id from page) and s.academic_year_id = ${year} group by 1),
      terms as (select a.franchisee_id, max(a.to_on) as to_on from franchisee_agreement a where a.franchisee_id in (select id from page) and a.state = 'ACTIVE' and a.kind <> 'ADDENDUM' group by 1),
      items as (select i.franchisee_id, count(*)::int as n from franchisee_checklist_item i where i.franchisee_id in (select id from page) and i.state = 'OPEN' group by 1),
      heads as (select distinct on (g.franchisee_id) g.franchisee_id, trim(u.first_name || ' ' || u.last_name) as name from user_role g join role r on r.id = g.role_id and r.centre_model is not null
        join app_user u on u.id = g.user_id and u.state <> 'DISABLED' where g.franchisee_id in (select id from page) and g.ended_at is null order by g.franchisee_id, g.from_on, g.id)
    select f.id, f.company_name, b.name as brand, f.model, f.status, f.is_head_office, z.name as zone, c.name as city, c.tier, h.name as owner, f.phone,
      s.n as seats, t.to_on as agreement_to, coalesce(i.n, 0) as open_items, f.opened_on, ${count} as n
      from page f left join zone z on z.id = f.zone_id left join city c on c.id = f.city_id left join brand b on b.id = f.brand_id
      left join seats s on s.franchisee_id = f.id left join terms t on t.franchisee_id = f.id left join items i on i.franchisee_id = f.id left join heads h on h.franchisee_id = f.id
     order by ${order.by}`.execute(db);
  const n = rows[0]?.n ?? 0;
  const total = cursor?.total ?? { n: Math.min(n, COUNT_CAP), more: n > COUNT_CAP };
  const page = rows.slice(0, input.limit);
  const last = page.at(-1);
  const may = holds(actor, networkModules.Franchisee, true);
  return {
    rows: page.map((row) => outward(row, may)),
    next:
      rows.length > input.limit && last
        ? writeCursor({ sort: input.sort, value: last.company_name, id: last.id, total })
        : null,
    total,
  };
});

function orderOf(sort: Input['sort']) {
  if (sort === 'companyName')
    return {
      by: sql`f.company_name, f.id`,
      after: (name: string | null, id: number) => sql`(f.company_name, f.id) > (${name}, ${id})`,
    };
  return sort === 'id'
    ? { by: sql`f.id`, after: (_name: string | null, id: number) => sql`f.id > ${id}` }
    : { by: sql`f.id desc`, after: (_name: string | null, id: number) => sql`f.id < ${id}` };
}

function outward(row: RegisterRow, may: boolean) {
  const owned = may && !row.is_head_office;
  return {
    id: row.id,
    label: franchiseeLabel(row.id, row.company_name),
    brand: row.brand,
    model: row.model,
    status: row.status,
    zone: row.zone,
    city: row.city,
    tier: row.tier,
    owner: row.owner,
    phone: row.phone,
    seats: row.seats,
    agreementTo: row.agreement_to,
    openItems: row.open_items,
    openedOn: row.opened_on,
    can: { update: owned, moveZone: owned },
  };
}

export const centrePoints = handle(franchiseeContract.points, async ({ db }) => {
  const rows = await db
    .selectFrom('franchisee as f')
    .leftJoin('city as c', 'c.id', 'f.city_id')
    .leftJoin('zone as z', 'z.id', 'f.zone_id')
    .select(['f.id', 'f.company_name', 'f.status', 'f.lat', 'f.lng', 'c.name as city', 'z.name as zone'])
    .where('f.is_head_office', '=', false)
    .where('f.lat', 'is not', null)
    .where('f.lng', 'is not', null)
    .orderBy('f.id')
    .limit(5000)
    .execute();
  return {
    rows: rows.map((row) => ({
      id: row.id,
      label: franchiseeLabel(row.id, row.company_name),
      status: row.status,
      city: row.city,
      zone: row.zone,
      lat: row.lat ?? 0,
      lng: row.lng ?? 0,
    })),
  };
});
