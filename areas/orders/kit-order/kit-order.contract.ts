import { command, nothing, query } from '@aangan/contract/endpoint.ts';
import { integer, longText, money, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { mappedTypeIds } from '../kit-types.ts';
import { ordersModules as m } from '../modules.ts';
import { creditShape, pieceFields, piecePlacing, placedPieces, quoteFacts } from './pieces.contract.ts';

const base = { module: m.PlaceOrders, scope: 'centre', needsCentre: true, needsYear: true } as const;
const writes = { ...base, write: true } as const;
const kitType = z.enum(mappedTypeIds);
const MOST_LINES = 200;
const wanted = z.strictObject({ allocationId: uuidSchema, qty: z.int().min(1).max(999) });
const lines = z
  .array(wanted)
  .min(1, 'Choose who gets a kit')
  .max(MOST_LINES, `At most ${MOST_LINES} at a time`);

const deskRow = z.object({
  allocationId: uuidSchema,
  whom: z.string(),
  admissionNo: z.string().nullable(),
  of: z.string(),
  gender: z.string().nullable(),
  enrolmentId: z.string().nullable(),
  classId: z.int().nullable(),
  status: z.string(),
  left: z.int(),
  /** Every rule that stands in the way. */
  reasons: z.array(z.string()),
  /** One kit before tax; null while it cannot be priced. */
  unitPrice: z.int().nullable(),
  /** The live order it is on. */
  orderId: z.string().nullable(),
  orderNo: z.string().nullable(),
});
export type DeskRow = z.infer<typeof deskRow>;

const cart = z.object({
  clientOrderId: uuidSchema,
  items: z.array(wanted).max(MOST_LINES),
  savedAt: z.string(),
});

export const kitOrderContract = {
  desk: query({
    ...base,
    name: 'kit-order.desk',
    summary: 'Who may get a kit of one type, who not and why, and the credit of the centre.',
    logRead: { subject: 'STUDENT', purpose: 'kit orders' },
    input: z.strictObject({ kitType }),
    output: z.object({
      rows: z.array(deskRow),
      credit: creditShape.nullable(),
      cart: cart.nullable(),
      can: z.object({ place: z.boolean(), terms: z.boolean() }),
    }),
  }),
  quote: query({
    ...base,
    name: 'kit-order.quote',
    summary:
      'Price, GST, date and what has to come first of some kits; it holds for 15 minutes. Nothing is stored.',
    input: z.strictObject({ kitType, lines }),
    output: z.object({
      lines: z.array(
        z.object({
          allocationId: uuidSchema,
          whom: z.string(),
          qty: z.int(),
          unitPrice: z.int(),
          taxable: z.int(),
          tax: z.int(),
        }),
      ),
      ...quoteFacts,
    }),
  }),
  saveCart: command({
    ...writes,
    name: 'kit-cart.save',
    summary: 'Keep what is ticked, so that another device and another day have it.',
    input: z.strictObject({ kitType, clientOrderId: uuidSchema, items: z.array(wanted).max(MOST_LINES) }),
    output: z.object({ savedAt: z.string() }),
  }),
  place: command({
    ...writes,
    money: true,
    name: 'kit-order.place',
    summary: 'Order what was quoted. Pressed twice with one client id it is one order.',
    input: { kitType, lines, ...piecePlacing },
    fields: pieceFields,
    output: placedPieces,
  }),
  setTerms: command({
    module: m.PlaceOrders,
    scope: 'centre',
    needsCentre: true,
    write: true,
    name: 'order-credit-terms.set',
    summary: 'Set how much a centre may order on credit. Head office only.',
    fields: {
      limit: money({ label: 'Credit limit', min: 0 }),
      overdueDaysMax: integer({ label: 'Days overdue at most', min: 0, max: 365 }),
      orderMax: money({ label: 'One order at most', min: 1, optional: true }),
      note: longText({ label: 'Note', max: 300, optional: true }),
    },
    output: nothing,
  }),
};
