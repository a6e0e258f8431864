import { command, query } from '@aangan/contract/endpoint.ts';
import { choice, date, integer, money, text, uuidSchema } from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import * as z from 'zod';
import { dueStates } from '../franchisee-due/franchisee-due.listing.ts';
import { financeModules } from '../modules.ts';

const party = z.object({
  name: z.string(),
  address: z.string().nullable(),
  gstin: z.string().nullable(),
  stateCode: z.string().nullable(),
});

/** Everything that is printed on a royalty invoice; frozen with it. Amounts in paise. */
export const invoiceSnapshot = z.object({
  number: z.string(),
  /** First day of the month the royalty is of. */
  month: z.string(),
  issuedOn: z.string(),
  dueOn: z.string(),
  seller: party,
  buyer: party,
  sac: z.string(),
  rateBp: z.int(),
  lines: z.array(
    z.object({
      kind: z.string(),
      componentKind: z.string().nullable(),
      rateBp: z.int(),
      base: z.int(),
      royalty: z.int(),
    }),
  ),
  taxable: z.int(),
  marketing: z.int(),
  cgst: z.int(),
  sgst: z.int(),
  igst: z.int(),
  total: z.int(),
  words: z.string(),
});
export type InvoiceSnapshot = z.output<typeof invoiceSnapshot>;

/** /ledger/franchisee/royalty-invoice without an id. */
export const royaltyInvoices = listing({
  name: 'royalty-invoice',
  title: 'Royalty invoices',
  module: financeModules.ledger,
  scope: 'centre',
  row: {
    number: text({ label: 'Invoice', max: 16, search: true }),
    centre: text({ label: 'Centre', max: 120, search: true }),
    month: date({ label: 'Month' }),
    issuedOn: date({ label: 'Dated' }),
    dueOn: date({ label: 'Due' }),
    taxable: money({ label: 'Royalty' }),
    marketing: money({ label: 'Marketing' }),
    tax: money({ label: 'GST' }),
    total: money({ label: 'Total' }),
    open: money({ label: 'Balance' }),
    overdueDays: integer({ label: 'Days overdue', min: 0, max: 100_000 }),
    status: choice({ label: 'Status', options: dueStates }),
  },
  hidden: {},
  shown: ['number', 'centre', 'month', 'issuedOn', 'dueOn', 'taxable', 'tax', 'total', 'open', 'status'],
  filters: { month: date({ label: 'Month', filter: 'range' }) },
  sorts: ['number', 'issuedOn', 'dueOn', 'total', 'open'],
  sort: '-issuedOn',
  state: 'status',
  sums: ['taxable', 'tax', 'total', 'open'],
  can: ['send'],
});

export const royaltyInvoiceContract = {
  get: query({
    name: 'royalty-invoice.get',
    summary: 'A royalty invoice by its own id or that of its ledger entry: lines, payments, PDF.',
    module: financeModules.ledger,
    scope: 'centre',
    input: z.strictObject({ ref: uuidSchema }),
    output: royaltyInvoices.rowSchema.extend({
      document: invoiceSnapshot,
      entryId: uuidSchema.nullable(),
      pdfUrl: z.string().nullable(),
      /** Its registration at the portal, once there is one. */
      eInvoice: z
        .object({
          irn: z.string(),
          ackNo: z.string().nullable(),
          ackAt: z.string().nullable(),
          qr: z.string().nullable(),
        })
        .nullable(),
      settlements: z.array(
        z.object({ on: z.string(), way: z.string(), amount: z.int(), reference: z.string().nullable() }),
      ),
    }),
  }),
  send: command({
    name: 'royalty-invoice.send',
    summary: 'Send the invoice to the centre’s e-mail address again.',
    module: financeModules.royalty,
    also: 'level_7',
    scope: 'centre',
    write: true,
    input: z.strictObject({ id: uuidSchema }),
    output: z.object({ sent: z.boolean() }),
  }),
};
