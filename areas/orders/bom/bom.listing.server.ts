import { todayIst } from '@aangan/contract/period.ts';
import { actionsFrom } from '@aangan/contract/states.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { personName } from '@aangan/server/sql.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { holdsCode } from '@aangan/server/work/approval.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import { sql } from 'kysely';
import { bomContract as contract } from './bom.contract.ts';
import { boms } from './bom.listing.ts';
import { bomCodes, bomStates, LAST_CODE } from './bom.states.ts';
import { wowProducts } from './wow-products.server.ts';

const ofLines = (what: string) => sql`(select coalesce(sum(${sql.raw(what)}), 0) from wow_bom_line l
  left join lateral (select price_paise from product_price y where y.product_id = l.product_id
    and y.from_on <= (now() at time zone 'Asia/Kolkata')::date order by y.from_on desc limit 1) x on true
 where l.franchisee_id = b.franchisee_id and l.bom_id = b.id)`;

export const bomListing = serveListing(boms, {
  from: sql`wow_bom b join wow_model m on m.id = b.model_id`,
  alias: 'b',
  joins: sql`left join app_user u on u.id = b.made_by`,
  columns: {
    model: 'm.name',
    versionNo: 'b.version_no',
    products: sql`${ofLines('1')}::int`,
    pieces: sql`${ofLines('l.qty')}::int`,
    total: sql`${ofLines('l.qty * coalesce(x.price_paise, 0)')}::bigint`,
    note: 'b.note',
    madeBy: personName('u'),
    madeAt: sql`date_trunc('milliseconds', b.created_at)`,
    approvers: 'b.approver_label',
    status: 'b.status',
    modelId: 'b.model_id',
    maker: 'b.made_by',
    deciders: sql`array_remove(array[b.c1_by, b.c2_by, b.c3_by], null)::text[]`,
  },
  // What is still under review is head office's alone.
  only: (actor) => (actor.wholeNetwork ? sql`true` : sql`b.status in ('ACTIVE', 'INACTIVE')`),
  can: (row, actor) => {
    const may = actor.wholeNetwork && mayCall(actor, contract.decide);
    const steps = new Set<string>(actionsFrom(bomStates, row.status));
    const me = actor.userId ?? '';
    const code = bomCodes[row.status];
    const decides =
      may && code !== undefined && holdsCode(actor, code) && row.maker !== me && !row.deciders.includes(me);
    return {
      amend: may && row.status === 'PENDING' && row.maker === me,
      approve: decides && steps.has('approve'),
      reject: decides && steps.has('reject'),
      copy: may && ['REJECTED', 'ACTIVE', 'INACTIVE'].includes(row.status),
      deactivate: may && steps.has('deactivate'),
      activate: may && steps.has('activate') && holdsCode(actor, LAST_CODE),
    };
  },
});
export const { handlers } = bomListing;

export const listModels = handle(contract.models, async ({ db, actor }) => {
  const { rows } = await sql<{
    id: string;
    name: string;
    seats: number;
    areaSqft: number;
    activeBomId: string | null;
    activeVersion: number | null;
  }>`select m.id, m.name, m.seats, m.area_sqft as "areaSqft", b.id as "activeBomId", b.version_no as "activeVersion"
      from wow_model m left join wow_bom b on b.model_id = m.id and b.status = 'ACTIVE' where m.active order by m.seats, m.name, m.id`.execute(
    db,
  );
  return { rows, can: { create: actor.wholeNetwork && mayCall(actor, contract.create) } };
});

export const listProducts = handle(contract.products, async ({ db, now }) => ({
  rows: await wowProducts(db, todayIst(now)),
}));

export const getBom = handle(contract.get, async ({ db, actor, input, now }) => {
  const row = ensureFound(await bomListing.row({ db, actor }, input.id));
  const { rows: lines } = await sql<{
    productId: string;
    qty: number;
    minQty: number;
    maxQty: number;
    mandatory: boolean;
    room: string | null;
    activeQty: number | null;
  }>`select l.product_id as "productId", l.qty, l.min_qty as "minQty", l.max_qty as "maxQty", l.mandatory, l.room, a.qty as "activeQty"
      from wow_bom_line l left join wow_bom v on v.model_id = ${row.modelId} and v.status = 'ACTIVE' and v.id <> ${row.id}
      left join wow_bom_line a on a.bom_id = v.id and a.product_id = l.product_id where l.bom_id = ${row.id} order by l.seq`.execute(
    db,
  );
  const products = new Map(
    (
      await wowProducts(
        db,
        todayIst(now),
        lines.map(({ productId }) => productId),
      )
    ).map((one) => [one.productId, one]),
  );
  const { rows: gone } = await sql<{ productId: string; product: string; qty: number }>`
    select p.id as "productId", p.name as product, a.qty from wow_bom v join wow_bom_line a on a.bom_id = v.id join product p on p.id = a.product_id
     where v.model_id = ${row.modelId} and v.status = 'ACTIVE' and v.id <> ${row.id}
       and not exists (select from wow_bom_line l where l.bom_id = ${row.id} and l.product_id = a.product_id) order by p.name`.execute(
    db,
  );
  const { rows: chain } = await sql<{
    level: string;
    by: string | null;
    at: string | null;
    reason: string | null;
  }>`
    select s.level, ${personName('u')} as by, to_char(s.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at, b.reason
      from wow_bom b, lateral (values ('C1', b.c1_by, b.c1_at), ('C2', b.c2_by, b.c2_at), ('C3', b.c3_by, b.c3_at)) s (level, who, at)
      left join app_user u on u.id = s.who where b.id = ${row.id} order by 1`.execute(db);
  return {
    ...row,
    lines: lines.map((line) => ({ ...ensureFound(products.get(line.productId)), ...line })),
    gone,
    chain: chain.map(({ level, by, at }) => ({ level, by, at })),
    reason: chain[0]?.reason ?? null,
  };
});
