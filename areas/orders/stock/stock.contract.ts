import { command, nothing, query } from '@aangan/contract/endpoint.ts';
import { date, integer, longText, money, reference, text, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { ordersModules as m } from '../modules.ts';
import { stockInbounds, stockMovements, stocks } from './stock.listing.ts';

const base = { module: m.stockCheck, scope: 'network' } as const;
const writes = { ...base, write: true, money: true } as const;
const id = { id: uuidSchema };
const MOST = 100_000;
const qty = integer({ label: 'Pieces', min: 1, max: MOST });
const unitCost = money({ label: 'Cost of a piece', min: 0, help: 'Before tax' });
const done = z.object({
  /** Pieces on hand afterwards. */
  onHand: z.int(),
  /** Pieces that went to orders that waited for them. */
  filled: z.int(),
});

const inboundFields = {
  warehouseId: reference('warehouse', { label: 'Warehouse' }),
  productId: reference('product', { label: 'Product' }),
  poNo: text({ label: 'Purchase order', max: 40 }),
  qty,
  expectedOn: date({ label: 'Expected on' }),
  unitCost,
};

export const stockContract = {
  summary: query({
    ...base,
    name: 'stock.summary',
    summary: 'What the stock is worth at cost, for head office, and what the caller may do with it.',
    input: nothing,
    output: z.object({ value: z.int().nullable(), can: z.object({ change: z.boolean() }) }),
  }),
  get: query({
    ...base,
    name: 'stock.get',
    summary: 'One product in one warehouse: what is expected, which orders hold it, and what moved last.',
    input: z.strictObject(id),
    output: stocks.rowSchema.extend({
      inbound: z.array(
        stockInbounds.rowSchema.pick({ id: true, poNo: true, expectedOn: true }).extend({ left: z.int() }),
      ),
      orders: z.array(
        z.object({
          id: uuidSchema,
          orderNo: z.string(),
          centre: z.string(),
          held: z.int(),
          waiting: z.int(),
        }),
      ),
      movements: z.array(
        stockMovements.rowSchema.pick({
          id: true,
          kind: true,
          onHand: true,
          held: true,
          at: true,
          note: true,
          by: true,
        }),
      ),
    }),
  }),
  receive: command({
    ...writes,
    name: 'stock.receive',
    summary:
      'Take goods in at their cost; orders that wait get theirs first, the oldest confirmed one before the others.',
    fields: {
      warehouseId: reference('warehouse', { label: 'Warehouse' }),
      productId: reference('product', { label: 'Product' }),
      qty,
      unitCost,
      note: text({ label: 'Supplier’s challan', max: 120, optional: true }),
    },
    output: done,
  }),
  count: command({
    ...writes,
    name: 'stock.count',
    summary: 'Correct the pieces on hand to what was counted; never below what orders hold.',
    input: id,
    fields: {
      counted: integer({ label: 'Pieces counted', min: 0, max: 1_000_000 }),
      note: longText({ label: 'Why it differs', max: 300 }),
    },
    output: done,
  }),
  writeOff: command({
    ...writes,
    name: 'stock.write-off',
    summary: 'Take pieces that are lost or broken out of the stock.',
    input: id,
    fields: { qty, note: longText({ label: 'Reason', max: 300 }) },
    output: done,
  }),
  levels: command({
    ...base,
    write: true,
    name: 'stock.levels',
    summary: 'Set how many pieces are never promised, and from which number on the stock is low.',
    input: id,
    fields: {
      safety: integer({
        label: 'Safety stock',
        min: 0,
        max: 1_000_000,
        help: 'Pieces that no order may hold',
      }),
      reorderPoint: integer({
        label: 'Low from',
        min: 0,
        max: 1_000_000,
        help: 'Free pieces at which it is called low',
      }),
    },
    output: nothing,
  }),
};

export const stockInboundContract = {
  add: command({
    ...base,
    write: true,
    idempotent: true,
    name: 'stock-inbound.add',
    summary: 'Note what a supplier will bring, so that centres see when more comes.',
    fields: inboundFields,
    output: z.object(id),
  }),
  change: command({
    ...base,
    write: true,
    versioned: true,
    name: 'stock-inbound.change',
    summary: 'Change how many pieces are expected, when and at which cost, until all have come.',
    input: id,
    fields: { qty, expectedOn: inboundFields.expectedOn, unitCost },
    output: nothing,
  }),
  cancel: command({
    ...base,
    write: true,
    versioned: true,
    name: 'stock-inbound.cancel',
    summary: 'The rest of it will not come.',
    input: z.strictObject(id),
    output: nothing,
  }),
  receive: command({
    ...writes,
    name: 'stock-inbound.receive',
    summary: 'Take in what has come of it.',
    input: id,
    fields: { qty, unitCost, note: text({ label: 'Supplier’s challan', max: 120, optional: true }) },
    output: done,
  }),
};
