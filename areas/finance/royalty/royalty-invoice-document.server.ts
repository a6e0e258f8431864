// The invoice as PDF, rendered from its snapshot after the commit, and the message to the centre. Safe to repeat.
import { formatDate } from '@aangan/contract/period.ts';
import { formatPercent } from '@aangan/money/format.ts';
import {
  facts,
  heading,
  letterhead,
  moneyText,
  paragraph,
  renderPdf,
  signature,
  table,
} from '@aangan/server/documents/pdf.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { queueMessage } from '../../communication/public.server.ts';
import { franchisee } from '../../network/public.server.ts';
import { documentWorker } from '../document-worker.server.ts';
import { type Registration, registrationPieces } from '../e-invoice/printed-e-invoice.server.ts';
import { type InvoiceSnapshot, invoiceSnapshot } from './royalty-invoice.contract.ts';
import { lineTitle, monthTitle } from './royalty-run.states.ts';

/** Lines by component and rate, GST by head, place of supply; registered with the portal's code. */
export function invoicePdf(s: InvoiceSnapshot, registration: Registration | null): Promise<Buffer> {
  const gst = [
    ['CGST', s.cgst],
    ['SGST', s.sgst],
    ['IGST', s.igst],
  ] as const;
  return renderPdf({
    title: `Royalty invoice ${s.number}`,
    content: [
      letterhead({
        name: s.seller.name,
        lines: [s.seller.address, s.seller.gstin ? `GSTIN ${s.seller.gstin}` : null].filter(
          (line): line is string => line !== null,
        ),
        right: `Invoice ${s.number}`,
      }),
      heading('Tax invoice'),
      facts(
        [
          ['Billed to', s.buyer.name],
          ['GSTIN', s.buyer.gstin ?? 'Not registered'],
          ['Address', s.buyer.address ?? '–'],
          ['Place of supply', s.buyer.stateCode ?? '–'],
          ['Dated', formatDate(s.issuedOn)],
          ['Due', formatDate(s.dueOn)],
          ['For', `Royalty of ${monthTitle(s.month)}`],
          ['SAC', s.sac],
        ],
        2,
      ),
      table({
        columns: [
          { label: 'Description' },
          { label: 'Base', align: 'right', width: 90 },
          { label: 'Rate', align: 'right', width: 55 },
          { label: 'Amount', align: 'right', width: 95 },
        ],
        rows: [
          ...s.lines.map((line) => [
            lineTitle(line),
            line.base === 0 ? '' : moneyText(line.base),
            line.rateBp === 0 ? '' : formatPercent(line.rateBp),
            moneyText(line.royalty),
          ]),
          ...(s.marketing > 0 ? [['Marketing contribution', '', '', moneyText(s.marketing)]] : []),
        ],
        total: ['Before tax', '', '', moneyText(s.taxable + s.marketing)],
      }),
      table({
        columns: [
          { label: `GST ${formatPercent(s.rateBp)}` },
          { label: 'Amount', align: 'right', width: 110 },
        ],
        rows: gst.filter(([, amount]) => amount > 0).map(([name, amount]) => [name, moneyText(amount)]),
        total: ['Total', moneyText(s.total)],
        empty: 'No tax.',
      }),
      paragraph(s.words),
      ...registrationPieces(registration),
      signature('For head office'),
    ],
  });
}

const load = (db: Db, franchiseeId: number, id: string) =>
  db
    .selectFrom('royalty_invoice')
    .select('snapshot')
    .where('franchisee_id', '=', franchiseeId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

export const royaltyInvoiceWorker = documentWorker({
  table: 'royalty_invoice',
  idIn: (payload) => (payload as { invoiceId: string }).invoiceId,
  kind: 'royalty-invoice',
  snapshot: invoiceSnapshot,
  print: (snapshot, _ports, registration) => invoicePdf(snapshot, registration),
  send: (db, { franchiseeId, id }) => sendInvoice(db, { franchiseeId, invoiceId: id, once: 'issued' }),
});

/** False where the centre has no e-mail address. */
export async function sendInvoice(
  db: Db,
  of: { franchiseeId: number; invoiceId: string; once: string },
): Promise<boolean> {
  const { franchiseeId, invoiceId } = of;
  const centre = await franchisee(db, franchiseeId);
  if (!centre?.email) return false;
  const snapshot = invoiceSnapshot.parse((await load(db, franchiseeId, invoiceId)).snapshot);
  await queueMessage(db, {
    kind: 'finance.royalty-invoice',
    franchiseeId,
    about: { address: { email: centre.email, name: centre.companyName } },
    values: { no: snapshot.number, amountPaise: snapshot.total, date: snapshot.dueOn },
    dedupeKey: `royalty-invoice:${invoiceId}:${of.once}`,
    source: { kind: 'royalty-invoice', id: invoiceId },
  });
  return true;
}
