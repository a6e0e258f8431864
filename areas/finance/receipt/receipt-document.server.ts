import { formatDate, formatDateTime } from '@aangan/contract/period.ts';
import { spacedPhone } from '@aangan/contract/phone.ts';
import { formatPercent } from '@aangan/money/format.ts';
import {
  columns,
  facts,
  heading,
  letterhead,
  moneyText,
  type Piece,
  paragraph,
  qr,
  renderPdf,
  signature,
  table,
} from '@aangan/server/documents/pdf.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { queueMessage } from '../../communication/public.server.ts';
import { documentWorker } from '../document-worker.server.ts';
import { enquirerAddress } from '../payment-link/enquirer-address.server.ts';
import { type ReceiptSnapshot, receiptSnapshot } from './receipt-snapshot.ts';

/** Taxable heads once more, as a tax invoice has them; nothing on a receipt without any. */
function taxTable(lines: ReceiptSnapshot['lines']): Piece[] {
  const taxed = lines.flatMap(({ label, tax }) => (tax ? [{ label, tax }] : []));
  if (taxed.length === 0) return [];
  const sum = (pick: (tax: (typeof taxed)[number]['tax']) => number) =>
    moneyText(taxed.reduce((total, { tax }) => total + pick(tax), 0));
  return [
    heading('Tax in this receipt', 2),
    table({
      columns: [
        { label: 'Fee head' },
        { label: 'SAC', width: 50 },
        { label: 'Taxable value', align: 'right', width: 90 },
        { label: 'Rate', align: 'right', width: 45 },
        { label: 'CGST', align: 'right', width: 75 },
        { label: 'SGST', align: 'right', width: 75 },
      ],
      rows: taxed.map(({ label, tax }) => [
        label,
        tax.sac ?? '–',
        moneyText(tax.taxable),
        formatPercent(tax.rateBp),
        moneyText(tax.cgst),
        moneyText(tax.sgst),
      ]),
      total: ['Total', '', sum((tax) => tax.taxable), '', sum((tax) => tax.cgst), sum((tax) => tax.sgst)],
    }),
  ];
}

/** The receipt as PDF: head-wise lines, amount in words, QR that verifies. */
export function receiptPdf(s: ReceiptSnapshot, origin: string): Promise<Buffer> {
  const stamp = s.mode === 'CASH' && s.total > s.stampAbove ? [paragraph('Affix ₹1 revenue stamp')] : [];
  return renderPdf({
    title: `Receipt ${s.number}`,
    content: [
      letterhead({
        name: s.centre.label,
        lines: [
          s.centre.address,
          s.centre.phone && spacedPhone(s.centre.phone),
          s.centre.gstin ? `GSTIN ${s.centre.gstin}` : null,
        ].filter((line): line is string => Boolean(line)),
        right: `Receipt ${s.number}`,
      }),
      heading('Receipt'),
      facts(
        [
          ['Received from', s.payer ?? '–'],
          ['For', s.child],
          ['Date', formatDate(s.issuedOn)],
          ['Paid by', s.mode === 'ONLINE' ? 'Online payment' : s.mode],
          ['Reference', s.reference ?? '–'],
          ['Paid at', s.paidAt ? formatDateTime(s.paidAt) : '–'],
        ],
        2,
      ),
      table({
        columns: [{ label: 'Fee head' }, { label: 'Amount', align: 'right', width: 110 }],
        rows: s.lines.map((line) => [line.label, moneyText(line.amount)]),
        total: ['Total', moneyText(s.total)],
      }),
      ...taxTable(s.lines),
      paragraph(s.words),
      ...stamp,
      columns([
        qr(`${origin}/payment-invoice?v=${s.verifyToken}`, {
          size: 96,
          caption: 'Scan to check this receipt',
        }),
        signature('For the centre'),
      ]),
      ...(s.footer ? [paragraph(s.footer)] : []),
    ],
  });
}

/** After commit: PDF, then the message to the family with the link to it. */
export const receiptWorker = documentWorker({
  table: 'receipt',
  idIn: (payload) => (payload as { receiptId: string }).receiptId,
  kind: 'receipt',
  snapshot: receiptSnapshot,
  print: (snapshot, { origin }) => receiptPdf(snapshot, origin),
  send: async (db, { franchiseeId, id, snapshot }) =>
    tell(db, franchiseeId, await load(db, franchiseeId, id), snapshot),
});

const load = (db: Db, franchiseeId: number, id: string) =>
  db
    .selectFrom('receipt as r')
    .innerJoin('payment as p', (j) =>
      j.onRef('p.franchisee_id', '=', 'r.franchisee_id').onRef('p.id', '=', 'r.payment_id'),
    )
    .leftJoin('fee_account as f', (j) =>
      j.onRef('f.franchisee_id', '=', 'p.franchisee_id').onRef('f.id', '=', 'p.fee_account_id'),
    )
    .select([
      'r.id',
      'r.number',
      'p.payer_name',
      'p.payer_mobile',
      'p.payer_email',
      'p.amount',
      'f.student_id',
      'f.enquiry_id',
    ])
    .where('r.franchisee_id', '=', franchiseeId)
    .where('r.id', '=', id)
    .executeTakeFirstOrThrow();

async function tell(
  db: Db,
  franchiseeId: number,
  r: Awaited<ReturnType<typeof load>>,
  s: ReceiptSnapshot,
): Promise<void> {
  const asked = r.enquiry_id && !r.student_id ? await enquirerAddress(db, r.enquiry_id) : null;
  const about = r.student_id
    ? { studentIds: [r.student_id] }
    : r.payer_mobile || r.payer_email
      ? {
          address: {
            ...(r.payer_mobile ? { mobile: r.payer_mobile } : {}),
            ...(r.payer_email ? { email: r.payer_email } : {}),
            name: r.payer_name ?? '',
          },
        }
      : asked
        ? { address: asked }
        : null;
  if (!about) return;
  await queueMessage(db, {
    kind: 'finance.payment-received',
    franchiseeId,
    about,
    values: { child: s.child, amountPaise: r.amount, no: r.number },
    link: { purpose: 'receipt.view', subjectId: r.id },
    dedupeKey: `receipt:${r.id}`,
    source: { kind: 'receipt', id: r.id },
  });
}
