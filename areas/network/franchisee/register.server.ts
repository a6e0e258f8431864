import { addDays, todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { cappedTotal, contains, countUpToCap, cutPage, pageLimit } from '@aangan/server/record/keyset.ts';
import { readCursor } from '@aangan/server/record/record-cursor.ts';
import { personName, several } from '@aangan/server/sql.ts';
import { type Actor, holds } from '@aangan/server/work/actor.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import { networkModules } from '../network-modules.ts';
import { franchiseeContract } from './franchisee.contract.ts';
import { franchiseeLabel } from './franchisee-label.ts';
import { AMBER_FROM, GREEN_FROM, type HealthBand } from './health-score.ts';

type Input = z.output<typeof franchiseeContract.register.input>;

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
  health: number | null;
  n: number | null;
}

const and = (parts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  parts.length > 0 ? sql.join([...parts], sql` and `) : sql`true`;

function conditions(
  actor: Actor,
  input: Omit<Input, 'sort' | 'limit' | 'after'>,
  today: string,
): RawBuilder<unknown>[] {
  const where: RawBuilder<unknown>[] = [];
  if (actor.franchiseeId !== null) where.push(sql`f.id = ${actor.franchiseeId}`);
  else if (!actor.wholeNetwork) where.push(several('f.id', actor.centres as number[], 'int'));
  if (!actor.wholeNetwork) where.push(sql`not f.is_head_office`);
  const { status, q } = input;
  if (status !== undefined) where.push(several('f.status', [status].flat(), 'text'));
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
  if (input.band !== undefined) where.push(inBand(input.band));
  if (q) where.push(matching(q));
  return where;
}

const BANDS = {
  GREEN: [GREEN_FROM, 100],
  AMBER: [AMBER_FROM, GREEN_FROM - 1],
  RED: [0, AMBER_FROM - 1],
} as const;
const inBand = (band: HealthBand): RawBuilder<unknown> =>
  sql`(select h.score from centre_health h where h.franchisee_id = f.id order by h.on_date desc limit 1) between ${BANDS[band][0]} and ${BANDS[band][1]}`;

/** Number, name, code, city, or the name of whoever leads it. */
function matching(q: string): RawBuilder<unknown> {
  const pattern = contains(q);
  const number = /^\(?0*(\d{1,9})\)?$/.exec(q)?.[1];
  return sql`(f.company_name ilike ${pattern} or f.code ilike ${pattern} ${number ? sql`or f.id = ${Number(number)}` : sql``}
    or f.city_id in (select id from city where name ilike ${pattern})
    or f.id in (select g.franchisee_id from user_role g join role r on r.id = g.role_id join app_user u on u.id = g.user_id
      where g.ended_at is null and r.centre_model is not null and u.search_key like ${pattern.toLowerCase()}))`;
}

/** How many centres the register shows with these filters. */
export async function registerCount(
  db: Db,
  actor: Actor,
  filters: Pick<Input, 'flag'>,
  today: string,
): Promise<{ n: number; more: boolean }> {
  const where = and(conditions(actor, filters, today));
  const { rows } = await sql<{
    n: number;
  }>`select ${countUpToCap(sql`select from franchisee f where ${where}`)} as n`.execute(db);
  return cappedTotal(rows[0]?.n ?? 0);
}

export const registerList = handle(franchiseeContract.register, async ({ db, actor, input, now }) => {
  const today = todayIst(now);
  const where = and(conditions(actor, input, today));
  const cursor = input.after === undefined ? null : readCursor(input.after, input.sort);
  const order = orderOf(input.sort);
  const count = cursor ? sql`null::int` : countUpToCap(sql`select from franchisee f where ${where}`);
  const year = Number(today.slice(0, 4)) - (today.slice(5) < '04-01' ? 1 : 0);
  // The page first, then what is beside it: fifty look-ups instead of one for every centre of the network. The limit is
  // written out: a plan kept for any limit expects a tenth of the network and reads whole tables beside it (3.4 ms, not 0.9).
  const { rows } = await sql<RegisterRow>`
    with page as materialized (select f.id, f.company_name, f.brand_id, f.model, f.status, f.is_head_office, f.zone_id, f.city_id, f.phone, f.opened_on from franchisee f
        where ${where} and ${cursor ? order.after(cursor.value, Number(cursor.id)) : sql`true`} order by ${order.by} limit ${pageLimit(input.limit)})
    select f.id, f.company_name, b.name as brand, f.model, f.status, f.is_head_office, z.name as zone, c.name as city, c.tier, f.phone, f.opened_on, ${count} as n,
      (select sum(s.seats)::int from franchisee_seat s where s.franchisee_id = f.id and s.academic_year_id = ${year}) as seats,
      (select max(a.to_on) from franchisee_agreement a where a.franchisee_id = f.id and a.state = 'ACTIVE' and a.kind <> 'ADDENDUM') as agreement_to,
      (select count(*)::int from franchisee_checklist_item i where i.franchisee_id = f.id and i.state = 'OPEN') as open_items,
      (select h.score from centre_health h where h.franchisee_id = f.id order by h.on_date desc limit 1) as health,
      (select ${personName('u')} from user_role g join role r on r.id = g.role_id and r.centre_model is not null
        join app_user u on u.id = g.user_id and u.state <> 'DISABLED' where g.franchisee_id = f.id and g.ended_at is null order by g.from_on, g.id limit 1) as owner
      from page f left join zone z on z.id = f.zone_id left join city c on c.id = f.city_id left join brand b on b.id = f.brand_id order by ${order.by}`.execute(
    db,
  );
  const total = cursor?.total ?? cappedTotal(rows[0]?.n ?? 0);
  const page = cutPage(rows, input, { sort: input.sort, total, at: (last) => last.company_name });
  const may = holds(actor, networkModules.Franchisee, true);
  return { ...page, rows: page.rows.map((row) => outward(row, may)) };
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
    health: row.health,
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
