// What a printed document shows of its registration: IRN, acknowledgement and the signed QR code of the portal (GST rules
// ask for it on paper). Registration comes minutes after the document, so the document is printed anew then.
import { formatDateTime } from '@aangan/contract/period.ts';
import { later } from '@aangan/server/background/outbox.ts';
import { facts, heading, paragraph, qr } from '@aangan/server/documents/pdf.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';

export interface Registration {
  readonly irn: string;
  readonly ackNo: string | null;
  readonly ackAt: string | null;
  /** Signed by the portal; null where the number was entered by hand. */
  readonly qr: string | null;
}

/** Of a document that stands registered; null for all others. */
export async function registrationOf(
  db: Db,
  franchiseeId: number,
  documentId: string,
): Promise<Registration | null> {
  const row = await db
    .selectFrom('e_invoice')
    .select(['irn', 'ack_no', 'ack_at', 'signed_qr'])
    .where('franchisee_id', '=', franchiseeId)
    .where('document_id', '=', documentId)
    .where('status', 'in', ['GENERATED', 'MANUALLY_GENERATED', 'PENDING_CANCEL'])
    .executeTakeFirst();
  return row?.irn ? { irn: row.irn, ackNo: row.ack_no, ackAt: row.ack_at, qr: row.signed_qr } : null;
}

/** Bytes that a QR code of this correction level holds; a portal's answer has about 1,200. */
const MOST = 2300;
/** Two inches, as the portal prints it. */
const SIZE = 144;

/** The block of an e-invoice; nothing for a document without one. */
export const registrationPieces = (of: Registration | null) =>
  of === null
    ? []
    : [
        heading('E-invoice'),
        paragraph(`IRN ${of.irn}`),
        facts(
          [
            ['Acknowledgement', of.ackNo ?? '–'],
            ['Registered', of.ackAt ? formatDateTime(of.ackAt) : '–'],
          ],
          2,
        ),
        ...(of.qr !== null && of.qr.length <= MOST
          ? [qr(of.qr, { size: SIZE, caption: 'Signed by the invoice registration portal' })]
          : []),
      ];

const PRINTED = {
  ROYALTY: (id: string) => ['finance.royalty-invoice', { invoiceId: id, again: true }] as const,
  NOTE: (id: string) => ['finance.note', { noteId: id, again: true }] as const,
};

/** Has a document printed anew, now that it is registered. A second call for the same IRN changes nothing. */
export async function printRegistered(
  db: Db,
  row: { franchisee_id: number; document_kind: string; document_id: string },
  irn: string,
): Promise<void> {
  const printed = PRINTED[row.document_kind as keyof typeof PRINTED];
  if (!printed) return;
  const [kind, payload] = printed(row.document_id);
  await later(db, kind, payload, {
    franchiseeId: row.franchisee_id,
    dedupeKey: `${row.document_id}:${irn}`,
  });
}
