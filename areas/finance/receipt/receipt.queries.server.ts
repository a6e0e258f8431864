import { handle } from '@aangan/server/endpoint/handle.ts';
import { fileUrl } from '@aangan/server/files/files.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { receiptContract } from '../payment/payment.contract.ts';
import { receiptSnapshot } from './receipt-snapshot.ts';

async function receiptOf(db: Db, id: string) {
  const row = ensureFound(await db.selectFrom('receipt').selectAll().where('id', '=', id).executeTakeFirst());
  const snapshot = receiptSnapshot.parse(row.snapshot);
  return {
    row,
    snapshot,
    pdfUrl: row.file_id ? fileUrl({ franchiseeId: row.franchisee_id, fileId: row.file_id }) : null,
  };
}

/** 'Aarav Sharma' -> 'A••••• S•••••': who scans a QR on paper learns no name. */
const masked = (name: string): string =>
  name
    .split(' ')
    .map((part) => `${part.charAt(0)}•••••`)
    .join(' ');

export const openPublicReceipt = handle(receiptContract.open, async ({ db, actor }) => {
  const link = ensureFound(actor.link);
  const { row, snapshot, pdfUrl } = await receiptOf(db, link.subjectId);
  const all = link.purpose === 'receipt.view';
  return {
    genuine: true,
    cancelled: row.cancelled_at !== null,
    number: row.number,
    issuedOn: row.issued_on,
    total: snapshot.total,
    centre: snapshot.centre.label,
    child: all ? snapshot.child : masked(snapshot.child),
    detail: all
      ? { payer: snapshot.payer, mode: snapshot.mode, lines: snapshot.lines, words: snapshot.words, pdfUrl }
      : null,
  };
});

export const getReceipt = handle(receiptContract.get, async ({ db, input }) => {
  const { row, snapshot, pdfUrl } = await receiptOf(db, input.id);
  return {
    id: row.id,
    number: row.number,
    issuedOn: row.issued_on,
    total: snapshot.total,
    child: snapshot.child,
    payer: snapshot.payer,
    mode: snapshot.mode,
    words: snapshot.words,
    lines: snapshot.lines,
    cancelled: row.cancelled_at !== null,
    pdfUrl,
  };
});
