import { daySchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';

const party = z.object({
  name: z.string(),
  address: z.string().nullable(),
  gstin: z.string().nullable(),
  stateCode: z.string().nullable(),
});
export type DocumentParty = z.infer<typeof party>;

const line = z.object({
  product: z.string(),
  hsn: z.string(),
  uom: z.string(),
  rateBp: z.int(),
  pieces: z.int(),
  taxable: z.int(),
  cgst: z.int(),
  sgst: z.int(),
  igst: z.int(),
});
const shared = {
  number: z.string(),
  issuedOn: daySchema,
  seller: party,
  buyer: party,
  /** Where the goods leave from. */
  from: z.string(),
  orderNo: z.string(),
  shipmentNo: z.string(),
  kit: z.string(),
  courier: z.string().nullable(),
  awb: z.string().nullable(),
  lines: z.array(line),
  taxable: z.int(),
  cgst: z.int(),
  sgst: z.int(),
  igst: z.int(),
  total: z.int(),
};

/** A tax invoice as printed, frozen when the parcel left. */
export const kitInvoiceSnapshot = z.object({
  ...shared,
  dueOn: daySchema,
  challanNo: z.string().nullable(),
  words: z.string(),
});
export type KitInvoiceSnapshot = z.infer<typeof kitInvoiceSnapshot>;

/** A delivery challan as printed. */
export const challanSnapshot = z.object({
  ...shared,
  kind: z.string(),
  boxes: z.int(),
  weight: z.int(),
  invoiceNo: z.string().nullable(),
  eway: z.string().nullable(),
  vehicle: z.string().nullable(),
  transporter: z.string().nullable(),
});
export type ChallanSnapshot = z.infer<typeof challanSnapshot>;
