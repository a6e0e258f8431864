import {
  boolean,
  choice,
  date,
  dateTime,
  integer,
  integerReference,
  money,
  reference,
  text,
} from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import * as z from 'zod';
import { eInvoiceLabels } from '../../finance/e-invoice/e-invoice.states.ts';
import { kitTypeNames, uniformKit } from '../kit-types.ts';
import { ordersModules as m } from '../modules.ts';
import { challanKinds, challanLabels, couriers, parcelLabels, waves } from './dispatch.states.ts';

export const dispatchGate = [m.deliveryChallan, 'level_5'] as const;
const base = { module: dispatchGate, scope: 'centre' } as const;
const kitNames = { ...kitTypeNames, [uniformKit.id]: uniformKit.name };

const orderNo = text({ label: 'Order', max: 30, search: true });
const centre = text({ label: 'Centre', max: 140, search: true });
const kit = choice({ label: 'Kit', options: kitNames });
const warehouse = text({ label: 'Warehouse', max: 80 });
const shipmentNo = text({ label: 'Parcel', max: 30, search: true });
const awb = text({ label: 'AWB', max: 40, optional: true, search: true });
const courier = choice({ label: 'Courier', options: couriers, optional: true });
const places = {
  warehouseId: reference('warehouse', { label: 'Warehouse' }),
  franchiseeId: integerReference('franchisee', { label: 'Centre' }),
};

/** /delivery/challan, To pack: confirmed orders of which something can be packed, the earliest promise first. */
export const packings = listing({
  ...base,
  name: 'order-packing',
  title: 'To pack',
  row: {
    orderNo,
    centre,
    kit,
    warehouse,
    promisedOn: date({ label: 'Promised for', optional: true }),
    ready: integer({ label: 'Kits to pack' }),
    waiting: integer({ label: 'Wait for stock' }),
    wave: choice({ label: 'Due', options: waves }),
  },
  hidden: { warehouseId: z.string() },
  shown: ['orderNo', 'centre', 'kit', 'promisedOn', 'ready', 'waiting', 'warehouse', 'wave'],
  filters: { ...places, kit },
  sorts: ['promisedOn', 'orderNo', 'ready'],
  sort: 'promisedOn',
  state: 'wave',
  tiles: waves,
  can: ['pack'],
});

/** To hand over: parcels that stand packed. */
export const parcels = listing({
  ...base,
  name: 'parcel',
  title: 'To hand over',
  row: {
    shipmentNo,
    orderNo,
    centre,
    kit,
    kits: integer({ label: 'Kits' }),
    boxes: integer({ label: 'Boxes' }),
    weight: integer({ label: 'Weight (g)' }),
    value: money({ label: 'Value with GST' }),
    promisedOn: date({ label: 'Promised for', optional: true }),
    packedAt: dateTime({ label: 'Packed' }),
    challanNo: text({ label: 'Challan', max: 16, optional: true, search: true }),
    warehouse,
    challan: choice({ label: 'Challan state', options: challanLabels }),
    eway: boolean({ label: 'E-way bill needed' }),
  },
  hidden: {
    warehouseId: z.string(),
    challanId: z.string(),
    /** Some of its kits were cancelled meanwhile. */
    stale: z.boolean(),
  },
  shown: ['shipmentNo', 'orderNo', 'centre', 'kits', 'boxes', 'value', 'promisedOn', 'challanNo', 'challan'],
  filters: places,
  sorts: ['promisedOn', 'shipmentNo', 'packedAt'],
  sort: 'promisedOn',
  state: 'challan',
  sums: ['value'],
  can: ['issue', 'leave', 'unpack', 'eway'],
});

export const challans = listing({
  ...base,
  name: 'delivery-challan',
  title: 'Challans',
  row: {
    shipmentNo,
    challanNo: text({ label: 'Challan', max: 16, optional: true, search: true }),
    issuedOn: date({ label: 'Issued on', optional: true }),
    kind: choice({ label: 'Kind', options: challanKinds }),
    centre,
    orderNo,
    value: money({ label: 'Value with GST' }),
    eway: text({ label: 'E-way bill', max: 300, optional: true }),
    createdAt: dateTime({ label: 'Made' }),
    status: choice({ label: 'Status', options: challanLabels }),
  },
  hidden: {
    warehouseId: z.string(),
    shipmentId: z.string(),
    pdfUrl: z.string().nullable(),
    here: z.boolean(),
  },
  shown: ['challanNo', 'issuedOn', 'kind', 'centre', 'shipmentNo', 'value', 'eway', 'status'],
  filters: { ...places, kind: choice({ label: 'Kind', options: challanKinds }) },
  sorts: ['createdAt', 'issuedOn', 'value'],
  sort: '-createdAt',
  state: 'status',
  sums: ['value'],
  can: ['issue', 'cancel', 'eway'],
});

/** Tracking: parcels that have left. */
export const sentParcels = listing({
  ...base,
  name: 'sent-parcel',
  title: 'Tracking',
  row: {
    shipmentNo,
    awb,
    courier,
    orderNo,
    centre,
    kit,
    kits: integer({ label: 'Kits' }),
    gateOutAt: dateTime({ label: 'Left' }),
    eta: date({ label: 'Expected on', optional: true }),
    deliveredAt: dateTime({ label: 'Delivered', optional: true }),
    trouble: text({ label: 'Trouble', max: 300, optional: true }),
    status: choice({ label: 'Status', options: parcelLabels }),
  },
  hidden: { warehouseId: z.string(), orderId: z.string(), kitType: z.string() },
  shown: ['shipmentNo', 'awb', 'courier', 'centre', 'kits', 'gateOutAt', 'eta', 'status'],
  filters: { ...places, courier },
  sorts: ['gateOutAt', 'eta', 'shipmentNo'],
  sort: '-gateOutAt',
  state: 'status',
  can: ['record'],
});

const paid = choice({ label: 'Payment', options: { OPEN: 'Unpaid', PAID: 'Paid' } });

/** NONE: e-invoices were not in force when it was made. */
export const irnLabels = { NONE: 'Not asked', ...eInvoiceLabels } as const;

/** /order-history/kit/Invoice: one tax invoice a parcel. */
export const kitInvoices = listing({
  name: 'kit-invoice',
  title: 'Order invoices',
  module: m.orderHistory,
  scope: 'centre',
  row: {
    invoiceNo: text({ label: 'Invoice', max: 16, search: true }),
    issuedOn: date({ label: 'Date' }),
    centre,
    orderNo,
    shipmentNo,
    kit,
    taxable: money({ label: 'Taxable' }),
    cgst: money({ label: 'CGST' }),
    sgst: money({ label: 'SGST' }),
    igst: money({ label: 'IGST' }),
    total: money({ label: 'Total' }),
    open: money({ label: 'Unpaid' }),
    paid,
    irn: choice({ label: 'E-invoice', options: irnLabels }),
  },
  hidden: { pdfUrl: z.string().nullable(), orderId: z.string(), kitType: z.string() },
  shown: ['invoiceNo', 'issuedOn', 'orderNo', 'taxable', 'cgst', 'sgst', 'igst', 'total', 'irn'],
  filters: {
    issuedOn: date({ label: 'Date', filter: 'range' }),
    franchiseeId: places.franchiseeId,
    kit,
    paid,
  },
  sorts: ['issuedOn', 'invoiceNo', 'total'],
  sort: '-issuedOn',
  state: 'irn',
  sums: ['taxable', 'cgst', 'sgst', 'igst', 'total', 'open'],
  can: [],
});
