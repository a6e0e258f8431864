// Parcels leave (areas/orders.md decision 11): stock, reservations, lines, orders, rights, invoice, both books and challan in
// one transaction, or none of it. Locks in the order that everybody takes them: orders, parcels, levels, numbers, books.

import { addDays, financialYear, todayIst } from '@aangan/contract/period.ts';
import { paise } from '@aangan/money/paise.ts';
import { inWords } from '@aangan/money/words.ts';
import { later } from '@aangan/server/background/outbox.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { HEAD_OFFICE } from '@aangan/server/sql.ts';
import { ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import { nextNumber } from '@aangan/server/work/numbers.ts';
import type { RowIn } from '@aangan/server/work/status-step.ts';
import { noteStep } from '@aangan/server/work/status-step.ts';
import { type Db, withCentres } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import {
  type GivenGoods,
  postGivenGoods,
  postOrderInvoice,
  requestEInvoice,
} from '../../finance/public.server.ts';
import { tellOnTheWay } from '../handover/kits-at-centre.server.ts';
import { atHeadOffice } from '../head-office.server.ts';
import { arrivesOn } from '../kit-order/order-prices.server.ts';
import { settleOrder } from '../kit-order/settle-order.server.ts';
import { kitTypeNames } from '../kit-types.ts';
import { finalChallan } from './challan.server.ts';
import { refuseDispatch } from './dispatch.refusals.ts';
import {
  type Courier,
  CREDIT_DAYS,
  EWAY_ABOVE,
  type ParcelState,
  parcelLabels,
  withoutAwb,
} from './dispatch.states.ts';
import type { KitInvoiceSnapshot } from './dispatch-documents.ts';
import { type ParcelPapers, parcelPapers } from './parcel-facts.server.ts';
import { lockLevels, shipStock } from './ship-stock.server.ts';
import { shipmentContract as contract } from './shipment.contract.ts';

type Parcel = RowIn<'shipment'>;
type Challan = RowIn<'delivery_challan'>;

interface Leaving {
  parcel: Parcel;
  challan: Challan;
  eta: string;
  papers: ParcelPapers;
  cost: number;
}

export const gateOut = handle(contract.gateOut, ({ db, actor, input, now }) =>
  atHeadOffice(db, actor, async () => {
    const parcels = await lockParcels(
      db,
      input.parcels.map(({ id }) => id),
    );
    const centres = [...new Set(parcels.map(({ franchisee_id }) => franchisee_id)), HEAD_OFFICE];
    return withCentres(db, centres, 'order.gate-out', async () => {
      const awbs = new Map(input.parcels.map(({ id, awb }) => [id, awb]));
      const levels = await lockLevels(
        db,
        parcels.map((row) => ({
          franchiseeId: row.franchisee_id,
          shipmentId: row.id,
          shipmentNo: row.shipment_no,
        })),
      );
      const leaving: Leaving[] = [];
      for (const parcel of parcels) {
        const awb = await takeAwb(db, parcel, { courier: input.courier, awb: awbs.get(parcel.id) ?? null });
        const challan = await challanOf(db, parcel);
        const eta = await leave(db, parcel, { courier: input.courier, awb, now });
        const papers = await parcelPapers(db, {
          franchiseeId: parcel.franchisee_id,
          orderId: parcel.order_id,
          shipmentId: parcel.id,
        });
        ensure(
          papers.amounts.total <= EWAY_ABOVE || challan.eway_no !== null || challan.eway_reason !== null,
          () => refuseDispatch('challan.eway-missing'),
        );
        const cost = await shipStock(
          db,
          { franchiseeId: parcel.franchisee_id, shipmentId: parcel.id, shipmentNo: parcel.shipment_no },
          levels,
        );
        await shipLines(db, parcel);
        leaving.push({ parcel, challan, eta, papers, cost });
      }
      for (const [orderId, { franchisee_id }] of ordersOf(parcels))
        await settleOrder(db, { franchiseeId: franchisee_id, orderId }, { kind: 'moved', at: now });
      return { parcels: leaving.length, invoices: await invoiceAll(db, leaving, now) };
    });
  }),
);

const ordersOf = (parcels: readonly Parcel[]): [string, Parcel][] =>
  [...new Map(parcels.map((row) => [row.order_id, row])).entries()].sort(([a], [b]) => (a < b ? -1 : 1));

/** Orders first, then their parcels, each by id: two gates at once wait for one another. */
async function lockParcels(db: Db, ids: readonly string[]): Promise<Parcel[]> {
  const wanted = [...new Set(ids)].sort();
  await sql`select from kit_order where (franchisee_id, id) in (select franchisee_id, order_id from shipment where id = any (${wanted}::uuid[]))
    order by id for update`.execute(db);
  const { rows } =
    await sql<Parcel>`select * from shipment where id = any (${wanted}::uuid[]) order by id for update`.execute(
      db,
    );
  ensureFound(rows.length === wanted.length ? rows[0] : undefined);
  for (const row of rows)
    ensure(row.status === 'PACKED', () =>
      refuseDispatch('parcel.not-packed', {
        details: { parcel: row.shipment_no, state: parcelLabels[row.status as ParcelState].toLowerCase() },
      }),
    );
  await ensureWanted(db, rows);
  return rows;
}

/** What is in them is still ordered: a cancellation may have come after the packing. */
async function ensureWanted(db: Db, parcels: readonly Parcel[]): Promise<void> {
  const { rows } = await sql<{ parcel: string }>`
    select p.shipment_no as parcel from shipment p join kit_order o on o.franchisee_id = p.franchisee_id and o.id = p.order_id
      join shipment_line x on x.franchisee_id = p.franchisee_id and x.shipment_id = p.id
      join kit_order_line l on l.franchisee_id = x.franchisee_id and l.id = x.line_id
     where p.id = any (${parcels.map(({ id }) => id)}::uuid[])
       and (o.status not in ('CONFIRMED', 'SHIPPED') or x.qty > l.qty_ordered - l.qty_cancelled - l.qty_shipped) limit 1`.execute(
    db,
  );
  const [changed] = rows;
  if (changed) throw refuseDispatch('parcel.changed', { details: { ...changed } });
}

async function challanOf(db: Db, parcel: Parcel): Promise<Challan> {
  const { rows } =
    await sql<Challan>`select * from delivery_challan where franchisee_id = ${parcel.franchisee_id}
    and shipment_id = ${parcel.id} and status = 'ISSUED' for update`.execute(db);
  const [challan] = rows;
  if (!challan) throw refuseDispatch('parcel.no-challan', { details: { parcel: parcel.shipment_no } });
  return challan;
}

/** A waybill belongs to one parcel in the network; it leads the courier's reports to the centre. */
async function takeAwb(
  db: Db,
  parcel: Parcel,
  { courier, awb }: { courier: Courier; awb: string | null },
): Promise<string | null> {
  if (withoutAwb.includes(courier)) return null;
  if (awb === null) throw refuseDispatch('parcel.awb-missing', { details: { parcel: parcel.shipment_no } });
  const taken = await db
    .insertInto('provider_reference')
    .values({
      provider: providerOf(courier),
      kind: 'AWB',
      ref: awb,
      franchisee_id: parcel.franchisee_id,
      subject_kind: 'shipment',
      subject_id: parcel.id,
    })
    .onConflict((oc) => oc.doNothing())
    .returning('ref')
    .executeTakeFirst();
  ensure(taken, () => refuseDispatch('parcel.awb-used', { details: { awb } }));
  return awb;
}

export const providerOf = (courier: Courier): string => `courier.${courier.toLowerCase().replace('_', '-')}`;

/** Answers when it is expected. */
async function leave(
  db: Db,
  parcel: Parcel,
  { courier, awb, now }: { courier: Courier; awb: string | null; now: Date },
): Promise<string> {
  const { rows } = await sql<{ same: boolean }>`
    select coalesce(left(w.gstin, 2) = (select o.ship_to ->> 'stateCode' from kit_order o where o.franchisee_id = ${parcel.franchisee_id}
      and o.id = ${parcel.order_id}), false) as same from warehouse w where w.id = ${parcel.warehouse_id}`.execute(
    db,
  );
  const eta = arrivesOn(todayIst(now), rows[0]?.same ?? false);
  await db
    .updateTable('shipment')
    .set({
      status: 'MANIFESTED',
      courier,
      awb,
      gate_out_at: now,
      eta,
    })
    .where('franchisee_id', '=', parcel.franchisee_id)
    .where('id', '=', parcel.id)
    .execute();
  await noteStep(db, {
    franchiseeId: parcel.franchisee_id,
    subject: 'shipment',
    id: parcel.id,
    action: 'gate-out',
    from: 'PACKED',
    to: 'MANIFESTED',
  });
  return eta;
}

/** The lines of the order have left; a right whose kits have all left is on its way. */
async function shipLines(db: Db, parcel: Parcel): Promise<void> {
  await sql`
    update kit_order_line l set qty_shipped = l.qty_shipped + x.qty from shipment_line x
     where x.franchisee_id = ${parcel.franchisee_id} and x.shipment_id = ${parcel.id} and l.franchisee_id = x.franchisee_id and l.id = x.line_id`.execute(
    db,
  );
  await sql`
    update kit_allocation a set status = 'SHIPPED' from shipment_line x
      join kit_order_line l on l.franchisee_id = x.franchisee_id and l.id = x.line_id
     where x.franchisee_id = ${parcel.franchisee_id} and x.shipment_id = ${parcel.id} and a.franchisee_id = l.franchisee_id and a.id = l.allocation_id
       and a.status = 'ORDERED' and not exists (select from kit_order_line o where o.franchisee_id = a.franchisee_id and o.allocation_id = a.id
         and o.live and o.qty_shipped < o.qty_ordered - o.qty_cancelled)`.execute(db);
}

const numberKey = ({ papers, parcel }: Leaving) => `${papers.facts.warehouseCode} ${parcel.id}`;

/** Last of all, so that the series and the books are locked for as short as can be. */
async function invoiceAll(db: Db, leaving: readonly Leaving[], now: Date): Promise<string[]> {
  const on = todayIst(now);
  const fy = financialYear(on).compact;
  const numbered: { one: Leaving; number: string | null }[] = [];
  for (const one of [...leaving].sort((a, b) => (numberKey(a) < numberKey(b) ? -1 : 1))) {
    if (one.papers.amounts.total === 0) {
      numbered.push({ one, number: null });
      continue;
    }
    const code = one.papers.facts.warehouseCode;
    const n = await nextNumber(db, { franchiseeId: HEAD_OFFICE, series: `I${code}`, period: fy });
    numbered.push({ one, number: `I${code}${fy}-${String(n).padStart(5, '0')}` });
  }
  for (const { one, number } of numbered) {
    if (number !== null) await invoice(db, one, { number, on });
    else if (one.cost > 0)
      await postGivenGoods(db, {
        ...(await givenBecause(db, one)),
        shipmentId: one.parcel.id,
        number: one.parcel.shipment_no,
        on,
        cost: one.cost,
      });
    await tellOnTheWay(db, {
      franchiseeId: one.parcel.franchisee_id,
      shipmentId: one.parcel.id,
      eta: one.eta,
    });
    await finalChallan(db, { row: one.challan, papers: one.papers, invoiceNo: number });
  }
  return numbered.flatMap(({ number }) => number ?? []);
}

/** Why goods leave without an invoice: it says who bears their cost. */
async function givenBecause(db: Db, { challan, parcel }: Leaving): Promise<GivenGoods> {
  if (challan.kind === 'SAMPLE') return { kind: 'SAMPLE' };
  const { rows } = await sql<{ fault: string | null; failed: string | null }>`
    select d.fault, r.status as failed from kit_order o left join damage_claim d on d.franchisee_id = o.franchisee_id and d.id = o.claim_id
      left join shipment r on r.franchisee_id = o.franchisee_id and r.id = o.replaces_shipment_id
     where o.franchisee_id = ${parcel.franchisee_id} and o.id = ${parcel.order_id}`.execute(db);
  const { fault, failed } = ensureFound(rows[0]);
  if (failed === 'RTO_DELIVERED') return { kind: 'SENT_AGAIN' };
  const courier = fault === 'COURIER' || failed === 'LOST';
  return { kind: 'REPLACEMENT', fault: courier ? 'COURIER' : 'HEAD_OFFICE' };
}

async function invoice(
  db: Db,
  { parcel, challan, papers, cost }: Leaving,
  { number, on }: { number: string; on: string },
): Promise<void> {
  const { amounts, document, facts } = papers;
  const id = crypto.randomUUID();
  const dueOn = facts.paymentMode === 'CREDIT' ? addDays(on, CREDIT_DAYS) : on;
  const franchiseeId = parcel.franchisee_id;
  const { dueId } = await postOrderInvoice(db, {
    franchiseeId,
    invoiceId: id,
    number,
    kitType: kitTypeNames[facts.kitType] ?? facts.kitType,
    issuedOn: on,
    dueOn,
    taxable: amounts.taxable,
    tax: amounts.tax,
    cost,
  });
  const snapshot: KitInvoiceSnapshot = {
    ...document,
    number,
    issuedOn: on,
    dueOn,
    challanNo: challan.challan_no,
    words: inWords(paise(amounts.total), 'en'),
  };
  await db
    .insertInto('kit_invoice')
    .values({
      franchisee_id: franchiseeId,
      id,
      invoice_no: number,
      shipment_id: parcel.id,
      order_id: parcel.order_id,
      issued_on: on,
      due_on: dueOn,
      seller_gstin: document.seller.gstin,
      buyer_gstin: document.buyer.gstin,
      pos_state: document.buyer.stateCode,
      taxable_paise: amounts.taxable,
      cgst_paise: document.cgst,
      sgst_paise: document.sgst,
      igst_paise: document.igst,
      due_id: dueId,
      snapshot: JSON.stringify(snapshot),
    })
    .execute();
  await requestEInvoice(db, {
    franchiseeId,
    kind: 'KIT_INVOICE',
    documentId: id,
    docType: 'INV',
    number,
    issuedOn: on,
    document: {
      lines: document.lines.map(({ product, hsn, rateBp, taxable, cgst, sgst, igst }) => ({
        description: product,
        sac: hsn,
        rateBp,
        taxable,
        cgst,
        sgst,
        igst,
      })),
      total: amounts.total,
      month: null,
      against: null,
    },
  });
  await later(
    db,
    'orders.invoice-pdf',
    { id },
    { franchiseeId, dedupeKey: id, source: { kind: 'kit-invoice', id } },
  );
}
