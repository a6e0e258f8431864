// The chosen centre's own territory, and how it lies among the neighbours'.

import { handle } from '@aangan/server/endpoint/handle.ts';
import { beginsWith, contains, cutPage, pageLimit } from '@aangan/server/record/keyset.ts';
import { readCursor } from '@aangan/server/record/record-cursor.ts';
import { type Actor, holds } from '@aangan/server/work/actor.ts';
import { chosenCentre, ensureFound } from '@aangan/server/work/ensure.ts';
import { type Db, withWholeReach } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import { franchiseeLabel } from '../franchisee/franchisee-label.ts';
import { networkModules } from '../network-modules.ts';
import { kmBetween } from './distance.server.ts';
import { pincodeContract } from './pincode.contract.ts';

type Input = z.output<typeof pincodeContract.territory.input>;

interface TerritoryRow {
  id: string;
  version: number;
  pincode: string;
  district: string | null;
  office: string | null;
  km: number | null;
  priority: number;
  leads: boolean;
  transport: boolean;
  from: string;
  to: string | null;
  holder: number | null;
  at: string;
  n: number;
}

const distance = kmBetween(sql`f.lat`, sql`f.lng`, sql`p.lat`, sql`p.lng`);
// Sort values as text of one length, so that one cursor serves them all.
const SORTS: Readonly<Record<Input['sort'], RawBuilder<string>>> = {
  pincode: sql`t.pincode`,
  km: sql`lpad(coalesce((${distance} * 100)::int, 99999999)::text, 8, '0') || t.pincode`,
  priority: sql`t.priority::text || t.pincode`,
};

function conditions(input: Input, franchiseeId: number): RawBuilder<unknown> {
  const where: RawBuilder<unknown>[] = [sql`t.franchisee_id = ${franchiseeId}`];
  if (input.q) {
    const pattern = contains(input.q);
    where.push(
      sql`(t.pincode like ${pattern} or p.district ilike ${pattern} or p.primary_office ilike ${pattern})`,
    );
  }
  if (input.leads !== undefined) where.push(sql`t.leads = ${input.leads}`);
  if (input.transport !== undefined) where.push(sql`t.transport = ${input.transport}`);
  if (input.exclusive === 'OURS') where.push(sql`e.franchisee_id = t.franchisee_id`);
  if (input.exclusive === 'OTHER') where.push(sql`e.franchisee_id <> t.franchisee_id`);
  if (input.exclusive === 'NONE') where.push(sql`e.pincode is null`);
  return sql.join(where, sql` and `);
}

export const territoryList = handle(pincodeContract.territory, async ({ db, actor, input }) => {
  const franchiseeId = chosenCentre(actor);
  const key = SORTS[input.sort];
  const cursor = input.after === undefined ? null : readCursor(input.after, input.sort);
  const from = sql`franchisee_pincode t join franchisee f on f.id = t.franchisee_id left join pincode p on p.pincode = t.pincode left join pincode_exclusive e on e.pincode = t.pincode`;
  const where = conditions(input, franchiseeId);
  const { rows } = await sql<TerritoryRow>`
    select t.id, t.version, t.pincode, p.district, p.primary_office as office, ${distance} as km, t.priority, t.leads, t.transport, t.from_on as "from", t.to_on as "to",
      e.franchisee_id as holder, ${key} as at, (select count(*)::int from ${from} where ${where}) as n
      from ${from} where ${where} and ${cursor ? sql`(${key}, t.id) > (${cursor.value}, ${cursor.id})` : sql`true`} order by ${key}, t.id limit ${pageLimit(input.limit)}`.execute(
    db,
  );
  const total = cursor?.total ?? { n: rows[0]?.n ?? 0, more: false };
  const page = cutPage(rows, input, { sort: input.sort, total, at: (last) => last.at });
  const may = holds(actor, networkModules.pincodes, true);
  return {
    ...page,
    rows: page.rows.map(({ holder, at: _at, n: _n, ...row }) => ({
      ...row,
      exclusive: holder === null ? null : holder === franchiseeId ? ('OURS' as const) : ('OTHER' as const),
      can: {
        update: may,
        remove: may,
        claim: may && actor.wholeNetwork && holder === null,
        release: may && actor.wholeNetwork && holder === franchiseeId,
      },
    })),
  };
});

const GAP_KM = 5;

export const coverage = handle(pincodeContract.coverage, async ({ db, actor }) => {
  const franchiseeId = chosenCentre(actor);
  const centre = ensureFound(
    await db
      .selectFrom('franchisee')
      .select(['id', 'company_name', 'lat', 'lng'])
      .where('id', '=', franchiseeId)
      .executeTakeFirst(),
  );
  const { rows: points } = await sql<{
    pincode: string;
    lat: number | null;
    lng: number | null;
    leads: boolean;
    enquiries: number;
    exclusive: boolean;
  }>`
    select t.pincode, p.lat, p.lng, t.leads, coalesce(q.n, 0) as enquiries, coalesce(e.franchisee_id = t.franchisee_id, false) as exclusive
      from franchisee_pincode t left join pincode p on p.pincode = t.pincode left join pincode_exclusive e on e.pincode = t.pincode
      left join (select pincode, count(*)::int as n from enquiry where franchisee_id = ${franchiseeId} and captured_at > now() - interval '12 months' group by 1) q on q.pincode = t.pincode
     where t.franchisee_id = ${franchiseeId} and t.to_on is null order by t.pincode limit 500`.execute(db);
  const placed = points.flatMap((one) =>
    one.lat === null || one.lng === null ? [] : [{ ...one, lat: one.lat, lng: one.lng }],
  );
  return {
    centre: {
      label: franchiseeLabel(centre.id, centre.company_name),
      lat: centre.lat,
      lng: centre.lng,
    },
    points: placed,
    withoutPlace: points.length - placed.length,
    ...(await withWholeReach(db, actor, async () => ({
      gaps: await gapsAround(db, franchiseeId),
      overlaps: await overlapsOf(db, actor, franchiseeId),
    }))),
  };
});

/** Pincodes within 5 km that nobody in the caller's reach serves. */
async function gapsAround(db: Db, franchiseeId: number) {
  const { rows } = await sql<{
    pincode: string;
    office: string | null;
    km: number;
    lat: number;
    lng: number;
  }>`
    select * from (select p.pincode, p.primary_office as office, ${distance} as km, p.lat, p.lng from franchisee f
        join pincode p on p.lat between f.lat - 0.06 and f.lat + 0.06 and p.lng between f.lng - 0.06 and f.lng + 0.06
       where f.id = ${franchiseeId} and not exists (select from franchisee_pincode t where t.pincode = p.pincode and t.to_on is null)
         and not exists (select from pincode_exclusive e where e.pincode = p.pincode)) x where km <= ${sql.lit(GAP_KM)} order by km, pincode limit 30`.execute(
    db,
  );
  return rows;
}

/** Our pincodes that others serve too; their names for those who see them anyway. */
async function overlapsOf(db: Db, actor: Actor, franchiseeId: number) {
  const { rows } = await sql<{ pincode: string; others: { id: number; name: string }[]; exclusive: boolean }>`
    select t.pincode, coalesce(json_agg(json_build_object('id', o.id, 'name', o.company_name) order by o.id) filter (where o.id is not null), '[]') as others,
      bool_or(coalesce(e.franchisee_id <> t.franchisee_id, false)) as exclusive
      from franchisee_pincode t left join franchisee_pincode x on x.pincode = t.pincode and x.franchisee_id <> t.franchisee_id and x.to_on is null
      left join franchisee o on o.id = x.franchisee_id left join pincode_exclusive e on e.pincode = t.pincode
     where t.franchisee_id = ${franchiseeId} and t.to_on is null and (x.id is not null or e.franchisee_id <> t.franchisee_id) group by 1 order by 1 limit 100`.execute(
    db,
  );
  const named = actor.wholeNetwork || actor.centres.length > 1;
  return rows.map((row) => ({
    pincode: row.pincode,
    others: row.others.length,
    names: named ? row.others.map((one) => franchiseeLabel(one.id, one.name)) : [],
    exclusive: row.exclusive,
  }));
}

export const suggestPincodes = handle(pincodeContract.suggest, async ({ db, actor, input }) => {
  const q = (input.q ?? '').trim();
  const pattern = beginsWith(q);
  const near = sql`(select lat, lng from franchisee where id = ${actor.franchiseeId ?? 0})`;
  const found = /^\d+$/.test(q)
    ? sql`p.pincode like ${pattern}`
    : q.length >= 3
      ? sql`(p.district ilike ${`%${pattern}`} or p.pincode in (select o.pincode from pincode_office o where o.office_name ilike ${`%${pattern}`} limit 200))`
      : sql`f.lat is not null and p.lat between f.lat - 0.1 and f.lat + 0.1 and p.lng between f.lng - 0.1 and f.lng + 0.1`;
  const { rows } = await sql<{
    pincode: string;
    district: string | null;
    office: string | null;
    km: number | null;
  }>`
    select p.pincode, p.district, p.primary_office as office, ${distance} as km from pincode p left join ${near} f on true
     where ${found} order by ${distance} nulls last, p.pincode limit 30`.execute(db);
  return { rows };
});

/** One click on a gap: rows with the usual values; what is there already stays as it is. */
export const addPincodes = handle(pincodeContract.add, async ({ db, actor, input }) => {
  const franchiseeId = chosenCentre(actor);
  const { numAffectedRows } = await sql`
    insert into franchisee_pincode (franchisee_id, pincode)
    select ${franchiseeId}, p.pincode from pincode p where p.pincode = any (${input.pincodes}::text[])
       and not exists (select from franchisee_pincode t where t.franchisee_id = ${franchiseeId} and t.pincode = p.pincode and t.to_on is null)`.execute(
    db,
  );
  return { added: Number(numAffectedRows ?? 0n) };
});
