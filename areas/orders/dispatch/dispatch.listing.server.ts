import { actionsFrom } from '@aangan/contract/states.ts';
import { fileUrl } from '@aangan/server/files/files.ts';
import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { several } from '@aangan/server/sql.ts';
import { type Actor, mayCall } from '@aangan/server/work/actor.ts';
import { sql } from 'kysely';
import { trackingContract } from '../tracking/tracking.contract.ts';
import { challans, kitInvoices, packings, parcels, sentParcels } from './dispatch.listing.ts';
import { challanStates, EWAY_ABOVE } from './dispatch.states.ts';
import { challanContract, shipmentContract as contract } from './shipment.contract.ts';

/** Head office packs and sends; a person of one centre meets no rows here. */
const headOffice = (actor: Actor) => (actor.wholeNetwork ? sql`true` : sql`false`);
const among = (column: string) => (value: number | readonly number[]) =>
  several(column, [value].flat() as number[], 'int');
/** The file's id becomes an address that opens it for ten minutes. */
const withPdf = async <T extends { franchiseeId: number; pdfUrl: string | null }>(
  rows: readonly T[],
): Promise<T[]> =>
  rows.map((row) => ({
    ...row,
    pdfUrl: row.pdfUrl && fileUrl({ franchiseeId: row.franchiseeId, fileId: row.pdfUrl }),
  }));
const TODAY = sql`(now() at time zone 'Asia/Kolkata')::date`;

const DUE = sql`coalesce(o.promised_on, (o.placed_at at time zone 'Asia/Kolkata')::date + 3)`;

// Found and counted in what is kept beside the orders (packable.server.ts): an index has what can be packed by its promise, and
// orders are read for the rows of a page alone. Only a confirmed or partly shipped order has something ready.
export const packingListing = serveListing(packings, {
  from: sql`(select q.franchisee_id, q.order_id as id, q.promised_on, q.ready, q.waiting, k.version, k.order_no, k.kit_type, k.warehouse_id, k.placed_at
      from kit_order_packing q left join kit_order k on k.franchisee_id = q.franchisee_id and k.id = q.order_id where q.ready > 0) o
    left join franchisee f on f.id = o.franchisee_id left join warehouse w on w.id = o.warehouse_id`,
  alias: 'o',
  only: headOffice,
  columns: {
    orderNo: 'o.order_no',
    centre: 'f.company_name',
    kit: 'o.kit_type',
    warehouse: 'w.name',
    promisedOn: 'o.promised_on',
    warehouseId: 'o.warehouse_id',
    ready: 'o.ready',
    waiting: 'o.waiting',
    // Without a promise it is due three days after it was placed.
    wave: sql`(case when ${DUE} < ${TODAY} then 'LATE' when ${DUE} <= ${TODAY} + 3 then 'NOW' else 'LATER' end)`,
  },
  where: {
    franchiseeId: among('o.franchisee_id'),
  },
  can: (_row, actor) => ({ pack: mayCall(actor, contract.pack) }),
});

const ofParcel = sql`shipment p join kit_order o on o.franchisee_id = p.franchisee_id and o.id = p.order_id
  join franchisee f on f.id = p.franchisee_id`;
const kitsOf = sql`(select coalesce(sum(x.qty), 0)::int from shipment_line x where x.franchisee_id = p.franchisee_id and x.shipment_id = p.id)`;

export const parcelListing = serveListing(parcels, {
  from: sql`${ofParcel} join delivery_challan d on d.franchisee_id = p.franchisee_id and d.shipment_id = p.id and d.status <> 'CANCELLED'
    join warehouse w on w.id = p.warehouse_id`,
  alias: 'p',
  only: (actor) => sql`${headOffice(actor)} and p.status = 'PACKED'`,
  columns: {
    shipmentNo: 'p.shipment_no',
    orderNo: 'o.order_no',
    centre: 'f.company_name',
    kit: 'o.kit_type',
    kits: kitsOf,
    boxes: 'p.boxes',
    weight: 'p.weight_g',
    value: 'd.value_paise',
    promisedOn: 'p.promised_on',
    packedAt: sql`date_trunc('milliseconds', p.packed_at)`,
    challanNo: 'd.challan_no',
    warehouse: 'w.name',
    challan: 'd.status',
    eway: sql`(d.value_paise > ${EWAY_ABOVE} and d.eway_no is null and d.eway_reason is null)`,
    challanId: 'd.id',
    stale: sql`(o.status not in ('CONFIRMED', 'SHIPPED') or exists (select from shipment_line x
      join kit_order_line l on l.franchisee_id = x.franchisee_id and l.id = x.line_id
      where x.franchisee_id = p.franchisee_id and x.shipment_id = p.id and x.qty > l.qty_ordered - l.qty_cancelled - l.qty_shipped))`,
    warehouseId: 'p.warehouse_id',
  },
  where: {
    franchiseeId: among('p.franchisee_id'),
  },
  can: (row, actor) => ({
    issue: row.challan === 'DRAFT' && !row.stale && mayCall(actor, challanContract.issue),
    leave: row.challan === 'ISSUED' && !row.stale && !row.eway && mayCall(actor, contract.gateOut),
    unpack: mayCall(actor, contract.unpack),
    eway: row.eway && mayCall(actor, challanContract.eway),
  }),
});

const challanListing = serveListing(challans, {
  from: sql`delivery_challan d join shipment p on p.franchisee_id = d.franchisee_id and p.id = d.shipment_id
    join kit_order o on o.franchisee_id = p.franchisee_id and o.id = p.order_id join franchisee f on f.id = d.franchisee_id`,
  alias: 'd',
  only: headOffice,
  columns: {
    challanNo: 'd.challan_no',
    issuedOn: 'd.issued_on',
    kind: 'd.kind',
    centre: 'f.company_name',
    orderNo: 'o.order_no',
    shipmentNo: 'p.shipment_no',
    value: 'd.value_paise',
    eway: sql`coalesce(d.eway_no, d.eway_reason)`,
    createdAt: sql`date_trunc('milliseconds', d.created_at)`,
    status: 'd.status',
    shipmentId: 'd.shipment_id',
    warehouseId: 'p.warehouse_id',
    pdfUrl: 'd.file_id',
    here: sql`(p.status = 'PACKED')`,
  },
  map: withPdf,
  where: {
    franchiseeId: among('d.franchisee_id'),
  },
  can: (row, actor) => {
    const steps = new Set<string>(row.here ? actionsFrom(challanStates, row.status) : []);
    return {
      issue: steps.has('issue') && mayCall(actor, challanContract.issue),
      cancel: row.status === 'ISSUED' && steps.has('cancel') && mayCall(actor, challanContract.cancel),
      eway: steps.size > 0 && mayCall(actor, challanContract.eway),
    };
  },
});

const sentListing = serveListing(sentParcels, {
  from: ofParcel,
  alias: 'p',
  only: (actor) => sql`${headOffice(actor)} and p.gate_out_at is not null`,
  columns: {
    shipmentNo: 'p.shipment_no',
    awb: 'p.awb',
    courier: 'p.courier',
    orderNo: 'o.order_no',
    centre: 'f.company_name',
    kit: 'o.kit_type',
    kits: kitsOf,
    gateOutAt: sql`date_trunc('milliseconds', p.gate_out_at)`,
    eta: 'p.eta',
    deliveredAt: sql`date_trunc('milliseconds', p.delivered_at)`,
    trouble: 'p.exception_text',
    status: 'p.status',
    orderId: 'p.order_id',
    warehouseId: 'p.warehouse_id',
    kitType: 'o.kit_type',
  },
  where: {
    franchiseeId: among('p.franchisee_id'),
  },
  can: (row, actor) => ({ record: row.status !== 'DELIVERED' && mayCall(actor, trackingContract.record) }),
});

const invoiceListing = serveListing(kitInvoices, {
  from: sql`kit_invoice i join shipment p on p.franchisee_id = i.franchisee_id and p.id = i.shipment_id
    join kit_order o on o.franchisee_id = i.franchisee_id and o.id = i.order_id join franchisee f on f.id = i.franchisee_id
    left join franchisee_due u on u.franchisee_id = i.franchisee_id and u.id = i.due_id
    left join e_invoice e on e.franchisee_id = i.franchisee_id and e.document_kind = 'KIT_INVOICE' and e.document_id = i.id`,
  alias: 'i',
  columns: {
    invoiceNo: 'i.invoice_no',
    issuedOn: 'i.issued_on',
    centre: 'f.company_name',
    orderNo: 'o.order_no',
    shipmentNo: 'p.shipment_no',
    kit: 'o.kit_type',
    taxable: 'i.taxable_paise',
    cgst: 'i.cgst_paise',
    sgst: 'i.sgst_paise',
    igst: 'i.igst_paise',
    total: 'i.total_paise',
    open: sql`coalesce(u.amount - u.settled, 0)`,
    paid: sql`(case when u.settled < u.amount then 'OPEN' else 'PAID' end)`,
    irn: sql`coalesce(e.status, 'NONE')`,
    pdfUrl: 'i.file_id',
    orderId: 'i.order_id',
    kitType: 'o.kit_type',
  },
  where: {
    franchiseeId: among('i.franchisee_id'),
  },
  map: withPdf,
  can: () => ({}),
});

export const handlers = [
  ...packingListing.handlers,
  ...parcelListing.handlers,
  ...challanListing.handlers,
  ...sentListing.handlers,
  ...invoiceListing.handlers,
];
