import { formatDate } from '@aangan/contract/period.ts';
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
import { type NoteSnapshot, noteSnapshot } from './note.contract.ts';

export const notePdf = (s: NoteSnapshot, registration: Registration | null): Promise<Buffer> =>
  renderPdf({
    title: `${s.title} ${s.number}`,
    content: [
      letterhead({
        name: s.seller.name,
        lines: [s.seller.address, s.seller.gstin ? `GSTIN ${s.seller.gstin}` : null].filter(
          (line): line is string => line !== null,
        ),
        right: s.number,
      }),
      heading(s.title),
      facts([['To', s.to], ...s.toDetails, ['Dated', formatDate(s.issuedOn)], ['Reason', s.reason]], 2),
      table({
        columns: [
          { label: 'Description' },
          { label: 'Amount', align: 'right', width: 95 },
          { label: 'Tax', align: 'right', width: 80 },
        ],
        rows: s.parts.map((part) => [part.label, moneyText(part.amount), moneyText(part.tax)]),
        total: ['Together', moneyText(s.taxable), moneyText(s.tax)],
      }),
      paragraph(`${s.title} of ${moneyText(s.total)}: ${s.words}`),
      paragraph(s.explanation),
      ...registrationPieces(registration),
      signature(`For ${s.seller.name}`),
    ],
  });

export const noteWorker = documentWorker({
  table: 'note',
  idIn: (payload) => (payload as { noteId: string }).noteId,
  kind: 'note',
  snapshot: noteSnapshot,
  print: (snapshot, _ports, registration) => notePdf(snapshot, registration),
  send: sendNote,
});

/** A child's family is told, a centre by e-mail; nobody where there is no address. */
async function sendNote(
  db: Db,
  { franchiseeId, id, snapshot }: { franchiseeId: number; id: string; snapshot: NoteSnapshot },
): Promise<void> {
  const { student_id: studentId, party } = await db
    .selectFrom('note as n')
    .leftJoin('fee_account as k', (join) =>
      join.onRef('k.franchisee_id', '=', 'n.franchisee_id').onRef('k.id', '=', 'n.fee_account_id'),
    )
    .select(['k.student_id', 'n.party'])
    .where('n.franchisee_id', '=', franchiseeId)
    .where('n.id', '=', id)
    .executeTakeFirstOrThrow();
  const values = { no: snapshot.number, amountPaise: snapshot.total };
  const about = { franchiseeId, dedupeKey: `note:${id}`, source: { kind: 'note', id } };
  if (studentId)
    await queueMessage(db, {
      ...about,
      kind: 'finance.note-issued',
      about: { studentIds: [studentId] },
      values: { ...values, child: snapshot.to },
    });
  if (party !== 'FRANCHISEE') return;
  const centre = await franchisee(db, franchiseeId);
  if (centre?.email)
    await queueMessage(db, {
      ...about,
      kind: 'finance.note-of-centre',
      about: { address: { email: centre.email, name: centre.companyName } },
      values,
    });
}
