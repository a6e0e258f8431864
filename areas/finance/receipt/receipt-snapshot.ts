import * as z from 'zod';

/** GST inside the amount of a taxable head; a centre and its children are in one state. */
export const receiptTax = z.object({
  taxable: z.int(),
  rateBp: z.int(),
  sac: z.string().nullable(),
  cgst: z.int(),
  sgst: z.int(),
});

/** A head on a receipt; null: exempt, not taxable, or issued before taxes stood on receipts. */
export const receiptLine = z.object({
  label: z.string(),
  amount: z.int(),
  tax: receiptTax.nullable().default(null),
});

/** Everything that is printed on a receipt; frozen with it. Amounts in paise. */
export const receiptSnapshot = z.object({
  number: z.string(),
  issuedOn: z.string(),
  centre: z.object({
    label: z.string(),
    address: z.string().nullable(),
    phone: z.string().nullable(),
    gstin: z.string().nullable(),
  }),
  child: z.string(),
  payer: z.string().nullable(),
  mode: z.string(),
  reference: z.string().nullable(),
  paidAt: z.string().nullable(),
  lines: z.array(receiptLine),
  total: z.int(),
  words: z.string(),
  /** Above this a cash receipt asks for a revenue stamp; paise. */
  stampAbove: z.int().default(5_000_00),
  footer: z.string().nullable().default(null),
  /** The 22-character token behind the QR; it only says genuine, cancelled or not found. */
  verifyToken: z.string(),
});

export type ReceiptSnapshot = z.output<typeof receiptSnapshot>;
