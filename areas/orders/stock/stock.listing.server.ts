import { handle } from '@aangan/server/endpoint/handle.ts';
import { type Reading, serveListing } from '@aangan/server/listing/serve-listing.ts';
import { personName } from '@aangan/server/sql.ts';
import { type Actor, mayCall } from '@aangan/server/work/actor.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import { sql } from 'kysely';
import { atHeadOffice } from '../head-office.server.ts';
import { ordersHolding } from './move-stock.server.ts';
import { stockContract as contract } from './stock.contract.ts';
import { stockInbounds, stockMovements, stocks } from './stock.listing.ts';

const mayChange = (actor: Actor): boolean => actor.wholeNetwork && mayCall(actor, contract.count);

const next = (
  what: string,
) => sql`(select ${sql.raw(what)} from stock_inbound i where i.warehouse_id = s.warehouse_id and i.product_id = s.product_id
  and i.cancelled_at is null and i.received_qty < i.qty order by i.expected_on, i.id limit 1)`;
const free = sql`greatest(s.on_hand - s.reserved - s.safety, 0)`;

/** Further columns of rows that head office alone may read, by the row's id: the tables refuse them to a centre. */
async function privately<T extends { id: string }>(
  rows: readonly T[],
  { db, actor }: Reading,
  {
    more,
    none,
  }: { more: (ids: readonly string[]) => ReturnType<typeof sql<object & { id: string }>>; none: Partial<T> },
): Promise<T[]> {
  if (!actor.wholeNetwork || rows.length === 0) return rows.map((row) => ({ ...row, ...none }));
  const { rows: found } = await atHeadOffice(db, actor, () => more(rows.map(({ id }) => id)).execute(db));
  const byId = new Map(found.map((one) => [one.id, one]));
  return rows.map((row) => ({ ...row, ...byId.get(row.id) }));
}

const stockListing = serveListing(stocks, {
  from: sql`stock_level s join product p on p.id = s.product_id join warehouse w on w.id = s.warehouse_id`,
  alias: 's',
  columns: {
    product: 'p.name',
    sku: 'p.sku',
    warehouse: 'w.name',
    free,
    nextOn: next('i.expected_on'),
    nextQty: next('i.qty - i.received_qty'),
    onHand: 's.on_hand',
    reserved: 's.reserved',
    safety: 's.safety',
    reorderPoint: 's.reorder_point',
    value: sql`null::bigint`,
    status: sql`(case when ${free} = 0 then 'OUT' when ${free} <= s.reorder_point then 'LOW' else 'OK' end)`,
    warehouseId: 's.warehouse_id',
    productId: 's.product_id',
  },
  map: (rows, at) =>
    privately(rows, at, {
      more: (ids) => sql`select s.id, coalesce(v.value_paise, 0) as value from stock_level s
        left join stock_value v on v.warehouse_id = s.warehouse_id and v.product_id = s.product_id where s.id = any (${[...ids]}::uuid[])`,
      none: { onHand: null, reserved: null, safety: null, reorderPoint: null },
    }),
  can: (_row, actor) => {
    const may = mayChange(actor);
    return { count: may, writeOff: may, levels: may };
  },
});

const movementListing = serveListing(stockMovements, {
  from: sql`stock_movement x join product p on p.id = x.product_id join warehouse w on w.id = x.warehouse_id`,
  alias: 'x',
  columns: {
    product: 'p.name',
    sku: 'p.sku',
    warehouse: 'w.name',
    kind: 'x.kind',
    onHand: 'x.d_on_hand',
    held: 'x.d_reserved',
    value: sql`null::bigint`,
    note: sql`null::text`,
    by: sql`null::text`,
    at: sql`date_trunc('milliseconds', x.created_at)`,
    warehouseId: 'x.warehouse_id',
    productId: 'x.product_id',
  },
  map: (rows, at) =>
    privately(rows, at, {
      more: (ids) => sql`select x.id, x.d_value_paise as value, x.note, ${personName('u')} as by
        from stock_movement x left join app_user u on u.id = x.created_by where x.id = any (${[...ids]}::uuid[])`,
      none: {},
    }),
  can: () => ({}),
});

const inboundListing = serveListing(stockInbounds, {
  from: sql`stock_inbound i join product p on p.id = i.product_id join warehouse w on w.id = i.warehouse_id`,
  alias: 'i',
  columns: {
    product: 'p.name',
    sku: 'p.sku',
    poNo: 'i.po_no',
    warehouse: 'w.name',
    qty: 'i.qty',
    receivedQty: 'i.received_qty',
    expectedOn: 'i.expected_on',
    unitCost: sql`null::bigint`,
    status: sql`(case when i.cancelled_at is not null then 'CANCELLED' when i.received_qty = i.qty then 'RECEIVED' when i.received_qty > 0 then 'PART' else 'EXPECTED' end)`,
    warehouseId: 'i.warehouse_id',
    productId: 'i.product_id',
  },
  map: (rows, at) =>
    privately(rows, at, {
      more: (ids) =>
        sql`select id, unit_cost_paise as "unitCost" from stock_inbound where id = any (${[...ids]}::uuid[])`,
      none: {},
    }),
  can: (row, actor) => {
    const open = mayChange(actor) && (row.status === 'EXPECTED' || row.status === 'PART');
    return { receive: open, change: open, cancel: open };
  },
});

export const handlers = [...stockListing.handlers, ...movementListing.handlers, ...inboundListing.handlers];

export const stockSummary = handle(contract.summary, async ({ db, actor }) => {
  const change = mayChange(actor);
  if (!actor.wholeNetwork) return { value: null, can: { change } };
  const { rows } = await atHeadOffice(db, actor, () =>
    sql<{ value: number }>`select coalesce(sum(value_paise), 0)::bigint as value from stock_value`.execute(
      db,
    ),
  );
  return { value: Number(rows[0]?.value ?? 0), can: { change } };
});

export const getStock = handle(contract.get, async ({ db, actor, input }) => {
  const at = { db, actor };
  const row = ensureFound(await stockListing.row(at, input.id));
  const own = { warehouseId: row.warehouseId, productId: row.productId };
  const { rows: inbound } = await sql<{ id: string; poNo: string; expectedOn: string; left: number }>`
    select id, po_no as "poNo", expected_on as "expectedOn", qty - received_qty as left from stock_inbound
     where warehouse_id = ${own.warehouseId} and product_id = ${own.productId} and cancelled_at is null and received_qty < qty
     order by expected_on, id limit 20`.execute(db);
  const { rows: moved } = await sql<{ id: string }>`
    select id from stock_movement where warehouse_id = ${own.warehouseId} and product_id = ${own.productId}
     order by created_at desc, id desc limit 20`.execute(db);
  const movements = [];
  for (const { id } of moved) movements.push(ensureFound(await movementListing.row(at, id)));
  return { ...row, inbound, orders: await ordersHolding(db, own), movements };
});
