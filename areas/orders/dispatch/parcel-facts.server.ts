// What documents of a parcel say of both sides and of its goods.
import { supplyBetween } from '@aangan/money/tax.ts';
import { HEAD_OFFICE } from '@aangan/server/sql.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { franchisee } from '../../network/public.server.ts';
import { kitTypeNames } from '../kit-types.ts';
import { type Courier, couriers } from './dispatch.states.ts';
import type { DocumentParty } from './dispatch-documents.ts';
import { headsOf, lineHeads, type ParcelAmounts, parcelAmounts } from './parcel-amounts.server.ts';

interface Facts {
  shipmentNo: string;
  courier: Courier | null;
  awb: string | null;
  boxes: number;
  weight: number;
  orderNo: string;
  kitType: string;
  paymentMode: string;
  from: string;
  warehouseCode: string;
}

export interface ParcelPapers {
  readonly facts: Facts;
  readonly amounts: ParcelAmounts;
  /** Whether seller and buyer are in one state: as finance decides it. */
  readonly document: {
    seller: DocumentParty;
    buyer: DocumentParty;
    from: string;
    orderNo: string;
    shipmentNo: string;
    kit: string;
    courier: string | null;
    awb: string | null;
    lines: {
      product: string;
      hsn: string;
      uom: string;
      rateBp: number;
      pieces: number;
      taxable: number;
      cgst: number;
      sgst: number;
      igst: number;
    }[];
    taxable: number;
    cgst: number;
    sgst: number;
    igst: number;
    total: number;
  };
}

/** Caller: the network's scope, before the parcel is counted as gone. */
export async function parcelPapers(
  db: Db,
  of: { franchiseeId: number; orderId: string; shipmentId: string },
): Promise<ParcelPapers> {
  const { rows } = await sql<Facts>`
    select p.shipment_no as "shipmentNo", p.courier, p.awb, p.boxes, p.weight_g as weight, o.order_no as "orderNo", o.kit_type as "kitType",
      o.payment_mode as "paymentMode", concat_ws(', ', w.name, w.address, w.pincode) as from, w.code as "warehouseCode"
      from shipment p join kit_order o on o.franchisee_id = p.franchisee_id and o.id = p.order_id join warehouse w on w.id = p.warehouse_id
     where p.franchisee_id = ${of.franchiseeId} and p.id = ${of.shipmentId}`.execute(db);
  const facts = ensureFound(rows[0]);
  const amounts = await parcelAmounts(db, of);
  const seller = await partyOf(db, HEAD_OFFICE);
  const buyer = await partyOf(db, of.franchiseeId);
  const supply =
    seller.stateCode && buyer.stateCode ? supplyBetween(seller.stateCode, buyer.stateCode) : 'INTER';
  const heads = lineHeads(amounts.lines, supply);
  return {
    facts,
    amounts,
    document: {
      seller,
      buyer,
      from: facts.from,
      orderNo: facts.orderNo,
      shipmentNo: facts.shipmentNo,
      kit: kitTypeNames[facts.kitType] ?? facts.kitType,
      courier: facts.courier === null ? null : couriers[facts.courier],
      awb: facts.awb,
      lines: amounts.lines.map(({ productId: _id, tax: _tax, ...line }, i) => ({
        ...line,
        ...ensureFound(heads[i]),
      })),
      taxable: amounts.taxable,
      ...headsOf(amounts.tax, supply),
      total: amounts.total,
    },
  };
}

async function partyOf(db: Db, id: number): Promise<DocumentParty> {
  const one = ensureFound(await franchisee(db, id));
  return {
    name: one.legalName ?? one.companyName,
    address: [one.address, one.cityName, one.pincode].filter(Boolean).join(', ') || null,
    gstin: one.gstin,
    stateCode: one.stateCode,
  };
}
