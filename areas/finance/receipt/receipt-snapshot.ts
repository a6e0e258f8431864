import * as z from 'zod';

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
  lines: z.array(z.object({ label: z.string(), amount: z.int() })),
  total: z.int(),
  words: z.string(),
  /** The 22-character token behind the QR; it only says genuine, cancelled or not found. */
  verifyToken: z.string(),
});

export type ReceiptSnapshot = z.output<typeof receiptSnapshot>;
