import { todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { contains, cutPage, pageLimit } from '@aangan/server/record/keyset.ts';
import { readCursor } from '@aangan/server/record/record-cursor.ts';
import { personName } from '@aangan/server/sql.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import { kmBetween } from '../pincode/distance.server.ts';
import { directoryContract } from './directory.contract.ts';
import { franchiseeLabel } from './franchisee-label.ts';
import { paperOf } from './franchisee-rows.server.ts';
import type { HealthPart } from './health-score.ts';
import { type ClassStrength, strengthOf } from './seat.server.ts';

type Input = z.output<typeof directoryContract.list.input>;

interface CardRow {
  id: number;
  company_name: string;
  status: 'SETUP' | 'ACTIVE' | 'SUSPENDED';
  model: 'FOFO' | 'COCO' | 'HO';
  tier: string | null;
  city: string | null;
  zone: string | null;
  address: string | null;
  phone: string | null;
  email: string | null;
  owner: string | null;
  opens_at: string | null;
  closes_at: string | null;
  languages: string[];
  opened_on: string | null;
  photo_file_id: string | null;
  photo_home: number | null;
  lat: number | null;
  lng: number | null;
  near: { id: number; name: string; km: number }[] | null;
  health: { score: number | null; parts: HealthPart[] } | null;
  n: number;
}

function conditions(actor: Actor, input: Input): RawBuilder<unknown> {
  const where: RawBuilder<unknown>[] = [
    sql`not f.is_head_office and f.status in ('SETUP', 'ACTIVE', 'SUSPENDED')`,
  ];
  if (actor.franchiseeId !== null) where.push(sql`f.id = ${actor.franchiseeId}`);
  if (input.zoneId !== undefined) where.push(sql`f.zone_id = ${input.zoneId}`);
  if (input.cityId !== undefined) where.push(sql`f.city_id = ${input.cityId}`);
  if (input.tier !== undefined) where.push(sql`c.tier = ${input.tier}`);
  if (input.model !== undefined) where.push(sql`f.model = ${input.model}`);
  if (input.q) {
    const pattern = contains(input.q);
    const number = /^\(?0*(\d{1,9})\)?$/.exec(input.q)?.[1];
    where.push(
      sql`(f.company_name ilike ${pattern} or c.name ilike ${pattern} or f.pincode = ${input.q} ${number ? sql`or f.id = ${Number(number)}` : sql``})`,
    );
  }
  return sql.join(where, sql` and `);
}

export const directoryList = handle(directoryContract.list, async ({ db, actor, input, now }) => {
  const where = conditions(actor, input);
  const cursor = input.after === undefined ? null : readCursor(input.after, 'name');
  const { rows } = await sql<CardRow>`
    with page as materialized (select f.*, c.name as city, c.tier, z.name as zone from franchisee f left join city c on c.id = f.city_id left join zone z on z.id = f.zone_id
       where ${where} and ${cursor ? sql`(f.company_name, f.id) > (${cursor.value}, ${Number(cursor.id)})` : sql`true`} order by f.company_name, f.id limit ${pageLimit(input.limit)})
    select f.id, f.company_name, f.status, f.model, f.tier, f.city, f.zone, nullif(concat_ws(', ', f.address1, f.address2, f.landmark, f.pincode), '') as address, f.phone, f.email,
      f.opens_at, f.closes_at, f.languages, f.opened_on, f.photo_file_id, f.photo_home, f.lat, f.lng,
      (select ${personName('u')} from user_role g join role r on r.id = g.role_id and r.centre_model is not null join app_user u on u.id = g.user_id and u.state <> 'DISABLED'
        where g.franchisee_id = f.id and g.ended_at is null order by g.from_on, g.id limit 1) as owner,
      (select json_build_object('score', h.score, 'parts', h.parts) from centre_health h where h.franchisee_id = f.id order by h.on_date desc limit 1) as health,
      (select json_agg(x) from (select o.id, o.company_name as name, ${kmBetween(sql`f.lat`, sql`f.lng`, sql`o.lat`, sql`o.lng`)} as km from franchisee o
        where o.id <> f.id and not o.is_head_office and o.status in ('SETUP', 'ACTIVE', 'SUSPENDED') and f.lat is not null and o.lat between f.lat - 0.25 and f.lat + 0.25 and o.lng between f.lng - 0.25 and f.lng + 0.25
        order by 3, 1 limit 3) x) as near,
      (select count(*)::int from franchisee f left join city c on c.id = f.city_id where ${where}) as n
      from page f order by f.company_name, f.id`.execute(db);
  const total = cursor?.total ?? { n: rows[0]?.n ?? 0, more: false };
  const page = cutPage(rows, input, { sort: 'name', total, at: (last) => last.company_name });
  const today = todayIst(now);
  const year = Number(today.slice(0, 4)) - (today.slice(5) < '04-01' ? 1 : 0);
  const strength = await strengthOf(
    db,
    page.rows.map((row) => row.id),
    year,
  );
  const peers = await peerFills(db, page.rows, year);
  return { ...page, rows: page.rows.map((row) => cardOf(row, strength, peers, now)) };
});

function cardOf(
  row: CardRow,
  strength: readonly ClassStrength[],
  peers: ReadonlyMap<number, number>,
  now: Date,
) {
  const classes = strength.filter((one) => one.franchiseeId === row.id);
  const sum = (of: 'seats' | 'enrolled') => classes.reduce((all, one) => all + one[of], 0);
  const seats = sum('seats');
  return {
    id: row.id,
    label: franchiseeLabel(row.id, row.company_name),
    status: row.status,
    model: row.model,
    tier: row.tier,
    city: row.city,
    zone: row.zone,
    address: row.address,
    phone: row.phone,
    email: row.email,
    owner: row.owner,
    opensAt: row.opens_at?.slice(0, 5) ?? null,
    closesAt: row.closes_at?.slice(0, 5) ?? null,
    languages: row.languages,
    openedOn: row.opened_on,
    photoUrl: paperOf({ file_id: row.photo_file_id, file_home: row.photo_home }, now)?.url ?? null,
    lat: row.lat,
    lng: row.lng,
    classes: classes.map(({ code, name, seats: licensed, enrolled }) => ({
      code,
      name,
      seats: licensed,
      enrolled,
    })),
    seats,
    enrolled: sum('enrolled'),
    fill: seats === 0 ? null : Math.round((sum('enrolled') * 10_000) / seats),
    peerFill: peers.get(row.id) ?? null,
    health: row.health ?? { score: null, parts: [] },
    near: (row.near ?? []).map((one) => ({
      id: one.id,
      label: franchiseeLabel(one.id, one.name),
      km: Number(one.km),
    })),
  };
}

/** The median share of seats taken among centres like each of these, where at least three are in the caller's reach. */
async function peerFills(db: Db, page: readonly CardRow[], year: number): Promise<Map<number, number>> {
  if (page.length === 0) return new Map();
  const { rows } = await sql<{ id: number; fill: number }>`
    with fill as (select f.id, c.tier, f.opened_on, least(10000, round(10000.0 * coalesce(e.n, 0) / s.n)) as bp from franchisee f join city c on c.id = f.city_id
        join (select franchisee_id, sum(seats) as n from franchisee_seat where academic_year_id = ${year} group by 1 having sum(seats) > 0) s on s.franchisee_id = f.id
        left join (select franchisee_id, count(*) as n from enrolment where academic_year_id = ${year} and status in ('UPCOMING', 'ACTIVE', 'ON_HOLD') group by 1) e on e.franchisee_id = f.id
       where f.status in ('ACTIVE', 'SUSPENDED') and f.opened_on is not null)
    select own.id, percentile_cont(0.5) within group (order by peer.bp)::int as fill from fill own
      join fill peer on peer.tier = own.tier and peer.id <> own.id and peer.opened_on between own.opened_on - 365 and own.opened_on + 365
     where own.id = any (${page.map((row) => row.id)}::int[]) group by own.id having count(*) >= 3`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.id, row.fill]));
}
