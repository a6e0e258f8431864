// What the orders of pieces have in common: uniforms of indents, and what of a WOW kit was approved.
import { daySchema, text, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { orderLabels, paymentModes } from './kit-order.states.ts';

const status = z.enum(Object.keys(orderLabels) as [keyof typeof orderLabels]);
const mode = z.enum(Object.keys(paymentModes) as [keyof typeof paymentModes]);
/** What a centre may order on credit, in paise. */
export const creditShape = z.object({
  limit: z.int(),
  /** Owed, less paid ahead, with credit orders that are not invoiced yet. */
  exposure: z.int(),
  overdueDays: z.int(),
  overdueDaysMax: z.int(),
  orderMax: z.int().nullable(),
});

/** What an order costs and when it comes, before it is placed; `quote` holds for 15 minutes. */
export const quoteFacts = {
  subtotal: z.int(),
  tax: z.int(),
  total: z.int(),
  /** Products that are not wholly in stock. */
  short: z.array(
    z.object({ product: z.string(), free: z.int(), backordered: z.int(), shipOn: daySchema.nullable() }),
  ),
  promisedOn: daySchema.nullable(),
  credit: creditShape.extend({ after: z.int() }).nullable(),
  quote: z.string(),
};
export const pieceQuote = z.object({
  lines: z.array(
    z.object({
      productId: uuidSchema,
      product: z.string(),
      qty: z.int(),
      unitPrice: z.int(),
      taxable: z.int(),
      tax: z.int(),
    }),
  ),
  ...quoteFacts,
});
export type PieceQuote = z.infer<typeof pieceQuote>;
export const piecePlacing = {
  clientOrderId: uuidSchema,
  quote: z.string().max(300),
  paymentMode: mode,
  /** What is not in stock may come later. */
  backorder: z.boolean(),
  /** Above the credit limit: head office is asked, the goods are held for seven days. */
  askOffice: z.boolean().optional(),
};
export const pieceFields = {
  reference: text({
    label: 'UTR or reference of the transfer',
    max: 22,
    optional: true,
    pattern: /^[A-Za-z0-9]{6,22}$/,
    patternHelp: '6 to 22 letters and digits, as the bank shows it',
  }),
};
export const placedPieces = z.object({
  id: uuidSchema,
  orderNo: z.string(),
  status,
  paymentId: uuidSchema.nullable(),
  total: z.int(),
  backordered: z.int(),
});
