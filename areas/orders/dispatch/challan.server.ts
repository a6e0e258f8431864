// Delivery challans: drafted with the parcel, numbered when they are issued, drawn once more when the parcel leaves.
import { financialYear, formatDate, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { later } from '@aangan/server/background/outbox.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { HEAD_OFFICE } from '@aangan/server/sql.ts';
import { ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import { nextNumber } from '@aangan/server/work/numbers.ts';
import { lockRow, moveStatus, type RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { atHeadOffice } from '../head-office.server.ts';
import { refuseDispatch } from './dispatch.refusals.ts';
import { type ChallanKind, challanKinds, challanStates } from './dispatch.states.ts';
import { type ChallanSnapshot, challanSnapshot } from './dispatch-documents.ts';
import { parcelAmounts } from './parcel-amounts.server.ts';
import { type ParcelPapers, parcelPapers } from './parcel-facts.server.ts';
import { challanContract as contract } from './shipment.contract.ts';

type Challan = RowIn<'delivery_challan'>;

const kindOf = (order: { kind: string; total_paise: number }): ChallanKind =>
  order.total_paise > 0 ? 'SALE' : order.kind === 'SAMPLE' ? 'SAMPLE' : 'REPLACEMENT';

export async function draftChallan(
  db: Db,
  {
    order,
    shipmentId,
  }: { order: { franchisee_id: number; id: string; kind: string; total_paise: number }; shipmentId: string },
): Promise<void> {
  const amounts = await parcelAmounts(db, {
    franchiseeId: order.franchisee_id,
    orderId: order.id,
    shipmentId,
  });
  await db
    .insertInto('delivery_challan')
    .values({
      franchisee_id: order.franchisee_id,
      shipment_id: shipmentId,
      kind: kindOf(order),
      value_paise: amounts.total,
    })
    .execute();
}

/** The challan of a parcel that is not cancelled, locked. */
async function lockOfShipment(
  db: Db,
  franchiseeId: number,
  shipmentId: string,
): Promise<Challan | undefined> {
  const { rows } = await sql<Challan>`select * from delivery_challan where franchisee_id = ${franchiseeId}
    and shipment_id = ${shipmentId} and status <> 'CANCELLED' for update`.execute(db);
  return rows[0];
}

export async function cancelChallan(
  db: Db,
  { franchiseeId, shipmentId, reason }: { franchiseeId: number; shipmentId: string; reason: string },
): Promise<void> {
  const row = await lockOfShipment(db, franchiseeId, shipmentId);
  if (row) await cancelRow(db, row, reason);
}

const cancelRow = (db: Db, row: Challan, reason: string) =>
  moveStatus(db, {
    states: challanStates,
    table: 'delivery_challan',
    row,
    action: 'cancel',
    reason,
    set: { cancelled_reason: reason },
  });

export const issueChallans = handle(contract.issue, async ({ db, actor, input, now }) =>
  atHeadOffice(db, actor, async () => {
    const rows: Challan[] = [];
    for (const id of [...new Set(input.ids)].sort()) rows.push(await lockRow(db, 'delivery_challan', id));
    // The series of a warehouse is locked from its first number on: what else is locked comes before.
    const ready = [];
    for (const row of rows) {
      const order = await orderOf(db, row);
      ready.push({ row, papers: await parcelPapers(db, { ...order, shipmentId: row.shipment_id }) });
    }
    for (const { row, papers } of ready) {
      const on = todayIst(now);
      const fy = financialYear(on).compact;
      const code = papers.facts.warehouseCode;
      const n = await nextNumber(db, { franchiseeId: HEAD_OFFICE, series: `D${code}`, period: fy });
      const number = `D${code}${fy}-${String(n).padStart(5, '0')}`;
      await moveStatus(db, {
        states: challanStates,
        table: 'delivery_challan',
        row,
        action: 'issue',
        set: {
          challan_no: number,
          issued_on: on,
          value_paise: papers.amounts.total,
          snapshot: JSON.stringify(snapshotOf(row, papers, { number, issuedOn: on, invoiceNo: null })),
        },
      });
      await printLater(db, row, 'issued');
    }
    return { issued: ready.length };
  }),
);

async function orderOf(db: Db, row: Challan): Promise<{ franchiseeId: number; orderId: string }> {
  const { order_id } = await db
    .selectFrom('shipment')
    .select('order_id')
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.shipment_id)
    .executeTakeFirstOrThrow();
  return { franchiseeId: row.franchisee_id, orderId: order_id };
}

const snapshotOf = (
  row: Challan,
  papers: ParcelPapers,
  more: { number: string; issuedOn: string; invoiceNo: string | null },
): ChallanSnapshot => ({
  ...papers.document,
  ...more,
  kind: challanKinds[row.kind as ChallanKind],
  boxes: papers.facts.boxes,
  weight: papers.facts.weight,
  ...carriageOf(row),
});

const carriageOf = (
  row: Pick<Challan, 'eway_no' | 'eway_valid_to' | 'eway_reason' | 'vehicle_no' | 'transporter_id'>,
) => ({
  eway: row.eway_no
    ? [row.eway_no, row.eway_valid_to ? `valid to ${formatDate(row.eway_valid_to)}` : null]
        .filter(Boolean)
        .join(', ')
    : row.eway_reason,
  vehicle: row.vehicle_no,
  transporter: row.transporter_id,
});

/** The challan of a parcel that leaves now, with what is known of it only then. */
export async function finalChallan(
  db: Db,
  of: { row: Challan; papers: ParcelPapers; invoiceNo: string | null },
): Promise<void> {
  const { row, papers, invoiceNo } = of;
  const number = ensureFound(row.challan_no);
  const issuedOn = ensureFound(row.issued_on);
  await db
    .updateTable('delivery_challan')
    .set({
      value_paise: papers.amounts.total,
      file_id: null,
      snapshot: JSON.stringify(snapshotOf(row, papers, { number, issuedOn, invoiceNo })),
    })
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.id)
    .execute();
  await printLater(db, row, 'out');
}

const printLater = (db: Db, row: Pick<Challan, 'franchisee_id' | 'id' | 'version'>, when: string) =>
  later(
    db,
    'orders.challan-pdf',
    { id: row.id },
    {
      franchiseeId: row.franchisee_id,
      dedupeKey: `${row.id}:${when}:${row.version}`,
      source: { kind: 'delivery-challan', id: row.id },
    },
  );

/** 409 once the parcel has left. */
async function ensureHere(db: Db, row: Challan): Promise<void> {
  const parcel = await lockRow(db, 'shipment', row.shipment_id);
  ensure(parcel.status === 'PACKED', () => refuseDispatch('challan.gone'));
}

export const setEway = handle(contract.eway, async ({ db, actor, input, version }) =>
  atHeadOffice(db, actor, async () => {
    const row = await lockRow(db, 'delivery_challan', input.id, version);
    await ensureHere(db, row);
    ensure(row.status !== 'CANCELLED', () => refuse('row.wrong-state'));
    const values = {
      eway_no: input.ewayNo ?? null,
      eway_valid_to: input.ewayValidTo ?? null,
      eway_reason: input.ewayReason ?? null,
      vehicle_no: input.vehicleNo ?? null,
      transporter_id: input.transporterId ?? null,
    };
    const printed = row.snapshot === null ? null : challanSnapshot.parse(row.snapshot);
    await db
      .updateTable('delivery_challan')
      .set({
        ...values,
        ...(printed
          ? { file_id: null, snapshot: JSON.stringify({ ...printed, ...carriageOf({ ...row, ...values }) }) }
          : {}),
      })
      .where('franchisee_id', '=', row.franchisee_id)
      .where('id', '=', row.id)
      .execute();
    if (printed) await printLater(db, row, 'eway');
    return {};
  }),
);

export const cancelOneChallan = handle(contract.cancel, async ({ db, actor, input, version }) =>
  atHeadOffice(db, actor, async () => {
    const row = await lockRow(db, 'delivery_challan', input.id, version);
    await ensureHere(db, row);
    await cancelRow(db, row, input.reason);
    await db
      .insertInto('delivery_challan')
      .values({
        franchisee_id: row.franchisee_id,
        shipment_id: row.shipment_id,
        kind: row.kind,
        value_paise: row.value_paise,
      })
      .execute();
    return {};
  }),
);

export const getChallan = handle(contract.get, async ({ db, actor, input }) =>
  atHeadOffice(db, actor, async () => {
    const row = ensureFound(
      await db.selectFrom('delivery_challan').selectAll().where('id', '=', input.id).executeTakeFirst(),
    );
    return {
      version: row.version,
      number: row.challan_no,
      ewayNo: row.eway_no,
      ewayValidTo: row.eway_valid_to,
      ewayReason: row.eway_reason,
      vehicleNo: row.vehicle_no,
      transporterId: row.transporter_id,
    };
  }),
);
