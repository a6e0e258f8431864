// Invoices and challans as PDF, drawn from their snapshots after the commit. Safe to repeat: what has a file is done.
import { formatDate } from '@aangan/contract/period.ts';
import { formatPercent } from '@aangan/money/format.ts';
import { paise } from '@aangan/money/paise.ts';
import type { OutboxWorker } from '@aangan/server/background/background.ts';
import {
  columns,
  facts,
  heading,
  letterhead,
  moneyText,
  type Piece,
  pageBreak,
  paragraph,
  renderPdf,
  signature,
  table,
} from '@aangan/server/documents/pdf.ts';
import { saveFile } from '@aangan/server/files/files.ts';
import {
  type ChallanSnapshot,
  challanSnapshot,
  type DocumentParty,
  type KitInvoiceSnapshot,
  kitInvoiceSnapshot,
} from './dispatch-documents.ts';

const head = (seller: DocumentParty, right: string): Piece =>
  letterhead({
    name: seller.name,
    lines: [seller.address, seller.gstin ? `GSTIN ${seller.gstin}` : null].filter(
      (one): one is string => one !== null,
    ),
    right,
  });

const goods = (s: KitInvoiceSnapshot | ChallanSnapshot): Piece => {
  const intra = s.igst === 0;
  return table({
    small: true,
    columns: [
      { label: 'HSN', width: 44 },
      { label: 'Goods' },
      { label: 'Qty', align: 'right', width: 44 },
      { label: 'Taxable', align: 'right', width: 72 },
      { label: 'GST', align: 'right', width: 34 },
      ...(intra
        ? ([
            { label: 'CGST', align: 'right', width: 62 },
            { label: 'SGST', align: 'right', width: 62 },
          ] as const)
        : ([{ label: 'IGST', align: 'right', width: 68 }] as const)),
    ],
    rows: s.lines.map((line) => [
      line.hsn,
      line.product,
      `${line.pieces} ${line.uom}`,
      moneyText(line.taxable),
      formatPercent(line.rateBp),
      ...(intra ? [moneyText(line.cgst), moneyText(line.sgst)] : [moneyText(line.igst)]),
    ]),
    total: [
      '',
      'Together',
      '',
      moneyText(s.taxable),
      '',
      ...(intra ? [moneyText(s.cgst), moneyText(s.sgst)] : [moneyText(s.igst)]),
    ],
  });
};

/** GST by HSN and rate, as the return asks for it. */
const hsnSummary = (s: KitInvoiceSnapshot): Piece => {
  const groups = new Map<string, { hsn: string; rateBp: number; taxable: number; tax: number }>();
  for (const line of s.lines) {
    const key = `${line.hsn} ${line.rateBp}`;
    const group = groups.get(key) ?? { hsn: line.hsn, rateBp: line.rateBp, taxable: 0, tax: 0 };
    group.taxable += line.taxable;
    group.tax += line.cgst + line.sgst + line.igst;
    groups.set(key, group);
  }
  return table({
    small: true,
    columns: [
      { label: 'HSN' },
      { label: 'GST', align: 'right', width: 60 },
      { label: 'Taxable', align: 'right', width: 95 },
      { label: 'Tax', align: 'right', width: 95 },
    ],
    rows: [...groups.values()].map((one) => [
      one.hsn,
      formatPercent(one.rateBp),
      moneyText(one.taxable),
      moneyText(one.tax),
    ]),
  });
};

export const kitInvoicePdf = (s: KitInvoiceSnapshot): Promise<Buffer> =>
  renderPdf({
    title: `Tax invoice ${s.number}`,
    content: [
      head(s.seller, `Invoice ${s.number}`),
      heading('Tax invoice'),
      facts(
        [
          ['Billed and shipped to', s.buyer.name],
          ['GSTIN', s.buyer.gstin ?? 'Not registered'],
          ['Address', s.buyer.address],
          ['Place of supply', s.buyer.stateCode],
          ['Dated', formatDate(s.issuedOn)],
          ['Due', formatDate(s.dueOn)],
          ['Order', s.orderNo],
          ['Parcel', [s.shipmentNo, s.courier, s.awb].filter(Boolean).join(', ')],
          ['Delivery challan', s.challanNo],
          ['Sent from', s.from],
        ],
        2,
      ),
      heading(s.kit, 2),
      goods(s),
      hsnSummary(s),
      paragraph(`Total ${moneyText(s.total)}`, { bold: true, align: 'right' }),
      paragraph(s.words),
      signature(`For ${s.seller.name}`),
    ],
  });

// Rule 55 of the CGST rules: which copy is whose.
const COPIES = ['ORIGINAL FOR CONSIGNEE', 'DUPLICATE FOR TRANSPORTER', 'TRIPLICATE FOR CONSIGNER'];

export const challanPdf = (s: ChallanSnapshot): Promise<Buffer> =>
  renderPdf({
    title: `Delivery challan ${s.number}`,
    content: COPIES.flatMap((copy, i) => [
      ...(i > 0 ? [pageBreak()] : []),
      head(s.seller, copy),
      heading(`Delivery challan ${s.number}`),
      facts(
        [
          ['Consignee', s.buyer.name],
          ['GSTIN', s.buyer.gstin ?? 'Not registered'],
          ['Address', s.buyer.address],
          ['Place of supply', s.buyer.stateCode],
          ['Dated', formatDate(s.issuedOn)],
          ['Kind', s.kind],
          ['Order', s.orderNo],
          [
            'Parcel',
            `${s.shipmentNo}, ${s.boxes === 1 ? '1 box' : `${s.boxes} boxes`}, ${(s.weight / 1000).toFixed(2)} kg`,
          ],
          ['Sent from', s.from],
          ['Carried by', [s.courier, s.awb, s.vehicle, s.transporter].filter(Boolean).join(', ')],
          ['E-way bill', s.eway],
          ['Tax invoice', s.invoiceNo],
        ],
        2,
      ),
      heading(s.kit, 2),
      goods(s),
      paragraph(`Value ${moneyText(paise(s.total))}`, { bold: true, align: 'right' }),
      columns([signature(`For ${s.seller.name}`), signature('Received by the consignee')]),
    ]),
  });

const printer = <S extends { number: string }>(of: {
  table: 'kit_invoice' | 'delivery_challan';
  kind: string;
  read: (snapshot: unknown) => S;
  print: (snapshot: S) => Promise<Buffer>;
}): OutboxWorker => ({
  retryUnknown: true,
  async perform({ row, work }) {
    const { franchiseeId } = row;
    const { id } = row.payload as { id: string };
    const document = await work(franchiseeId, (db) =>
      db
        .selectFrom(of.table)
        .select(['file_id', 'snapshot', 'version'])
        .where('franchisee_id', '=', franchiseeId)
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
    );
    if (document.file_id !== null || document.snapshot === null) return;
    const snapshot = of.read(document.snapshot);
    const content = await of.print(snapshot);
    await work(franchiseeId, async (db) => {
      const fileId = await saveFile(db, {
        franchiseeId,
        name: `${snapshot.number}.pdf`,
        kind: of.kind,
        mime: 'application/pdf',
        content,
      });
      // Changed meanwhile: the change has queued a print of its own.
      await db
        .updateTable(of.table)
        .set({ file_id: fileId })
        .where('franchisee_id', '=', franchiseeId)
        .where('id', '=', id)
        .where('version', '=', document.version)
        .execute();
    });
  },
});

export const printWorkers = {
  'orders.invoice-pdf': printer({
    table: 'kit_invoice',
    kind: 'kit-invoice',
    read: (snapshot) => kitInvoiceSnapshot.parse(snapshot),
    print: kitInvoicePdf,
  }),
  'orders.challan-pdf': printer({
    table: 'delivery_challan',
    kind: 'delivery-challan',
    read: (snapshot) => challanSnapshot.parse(snapshot),
    print: challanPdf,
  }),
};
