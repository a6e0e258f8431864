import { command, nothing, query } from '@aangan/contract/endpoint.ts';
import { choice, date, dateTime, longText, money, text, uuidSchema } from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import * as z from 'zod';
import { financeModules } from '../modules.ts';
import { cancelReasons, documentKinds, eInvoiceGroups, eInvoiceLabels } from './e-invoice.states.ts';

const id = { id: uuidSchema };
// Head office registers its own documents (level_7 is its people).
const writes = {
  module: financeModules.royalty,
  also: 'level_7',
  scope: 'centre',
  write: true,
  versioned: true,
} as const;
const remark = (label: string) => ({
  ...text({ label, max: 100 }),
  schema: z.string().trim().min(1, 'Fill this in').max(100, 'At most 100 characters'),
});

/** /royalty/eInvoice-list */
export const eInvoices = listing({
  name: 'e-invoice',
  title: 'E-invoices',
  module: financeModules.royalty,
  scope: 'centre',
  row: {
    number: text({ label: 'Document', max: 16, search: true }),
    kind: choice({ label: 'Kind', options: documentKinds }),
    centre: text({ label: 'Buyer', max: 120, search: true }),
    buyerGstin: text({ label: 'GSTIN', max: 15, optional: true, search: true }),
    issuedOn: date({ label: 'Dated' }),
    total: money({ label: 'Total' }),
    reportBy: date({ label: 'Report by' }),
    ackAt: dateTime({ label: 'Registered', optional: true }),
    message: text({ label: 'What to know', max: 300, optional: true }),
    status: choice({ label: 'State', options: eInvoiceLabels }),
  },
  hidden: {
    documentId: z.string(),
    cancelUntil: z.string().nullable(),
    group: z.enum(['NEEDS', 'WORKING', 'DONE']),
  },
  filters: { group: choice({ label: 'Group', options: eInvoiceGroups }) },
  shown: ['number', 'kind', 'centre', 'issuedOn', 'total', 'reportBy', 'message', 'status'],
  sorts: ['issuedOn', 'total', 'reportBy'],
  sort: '-issuedOn',
  state: 'status',
  sums: ['total'],
  can: ['retry', 'mark-generated', 'cancel', 'mark-cancelled', 'credit-note'],
});

export const eInvoiceContract = {
  get: query({
    name: 'e-invoice.get',
    summary: 'One e-invoice: its request, number, signed code and every call that was made for it.',
    module: financeModules.royalty,
    scope: 'centre',
    input: z.strictObject(id),
    output: eInvoices.rowSchema.extend({
      irn: z.string().nullable(),
      irnExpected: z.string().nullable(),
      ackNo: z.string().nullable(),
      qr: z.string().nullable(),
      payload: z.string().nullable(),
      cancelReason: z.string().nullable(),
      cancelRemark: z.string().nullable(),
      attempts: z.array(
        z.object({
          at: z.string(),
          call: z.string(),
          outcome: z.string(),
          message: z.string().nullable(),
          ms: z.int(),
        }),
      ),
    }),
  }),
  setup: query({
    name: 'e-invoice.setup',
    summary: 'From which day documents are registered, and whether the portal is configured.',
    module: financeModules.royalty,
    scope: 'centre',
    input: nothing,
    output: z.object({ from: z.string().nullable(), portal: z.boolean(), mayChange: z.boolean() }),
  }),
  applyFrom: command({
    name: 'e-invoice.apply-from',
    summary: 'Say from which day head office’s invoices and notes are registered; empty: not at all.',
    module: financeModules.royalty,
    also: 'level_7',
    scope: 'centre',
    write: true,
    fields: { from: date({ label: 'Documents dated from', optional: true }) },
    output: nothing,
  }),
  retry: command({
    ...writes,
    name: 'e-invoice.retry',
    summary: 'Send a refused document again, with both parties as they are entered now.',
    input: z.strictObject(id),
    output: nothing,
  }),
  markGenerated: command({
    ...writes,
    name: 'e-invoice.mark-generated',
    summary: 'A document was registered at the portal by hand: its number must be the one this document has.',
    input: id,
    fields: {
      irn: {
        ...text({ label: 'IRN', max: 64 }),
        schema: z
          .string()
          .trim()
          .toLowerCase()
          .regex(/^[0-9a-f]{64}$/, 'An IRN has 64 characters: digits and a to f'),
      },
      ackNo: remark('Acknowledgement number'),
    },
    output: nothing,
  }),
  cancel: command({
    ...writes,
    stepUp: true,
    name: 'e-invoice.cancel',
    summary: 'Cancel a registration within 24 hours; later a credit note corrects it.',
    input: id,
    fields: {
      reason: choice({ label: 'Reason', options: cancelReasons }),
      remark: remark('Remark for the portal'),
    },
    output: nothing,
  }),
  markCancelled: command({
    ...writes,
    name: 'e-invoice.mark-cancelled',
    summary: 'A registration was cancelled at the portal by hand.',
    input: id,
    fields: {
      remark: { ...longText({ label: 'How it was cancelled', max: 100 }), schema: remark('').schema },
    },
    output: nothing,
  }),
};
