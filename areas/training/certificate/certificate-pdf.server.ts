// A certificate on paper: what was frozen when it was issued, and a code that says whether it still holds.
import { formatDate } from '@aangan/contract/period.ts';
import {
  columns,
  facts,
  heading,
  letterhead,
  type Piece,
  paragraph,
  picture,
  pictureOf,
  poster,
  qr,
  renderPdf,
  signature,
} from '@aangan/server/documents/pdf.ts';
import { findFile, openFile, readWhole } from '@aangan/server/files/files.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import type { Snapshot } from './award.server.ts';

const EARNED = {
  MODULE: 'has completed the module',
  TRAINING: 'has taken part in the training',
  MANUAL: 'holds the certificate',
} as const;

const share = (bp: number): string => `${(bp / 100).toFixed(2)} %`;

const details = (s: Snapshot): Piece =>
  facts(
    [
      ['Certificate', s.type],
      ['Number', s.number],
      ['Issued', formatDate(s.issuedOn)],
      ['Valid until', s.validUntil === null ? 'Without end' : formatDate(s.validUntil)],
      ...(s.scoreBp === null ? [] : ([['Score', share(s.scoreBp)]] as const)),
      ...(s.attendedMin === null ? [] : ([['Attended', `${s.attendedMin} minutes`]] as const)),
    ],
    3,
  );

const foot = (s: Snapshot, origin: string): Piece =>
  columns([
    signature(s.signatory ?? `For ${s.centre}`),
    qr(`${origin}/teacher-training/${s.verifyToken}`, { caption: 'Scan to check this certificate' }),
  ]);

export const certificatePdf = (s: Snapshot, { origin, photo }: { origin: string; photo: string | null }) => {
  const title = `Certificate ${s.number}`;
  if (s.layout === 'PLAIN')
    return renderPdf({
      title,
      content: [
        letterhead({ name: s.centre, lines: [], right: s.number }),
        heading('Certificate'),
        paragraph(`This is to certify that ${s.name} ${EARNED[s.source]} “${s.title}”.`),
        details(s),
        foot(s, origin),
      ],
    });
  return renderPdf({
    title,
    landscape: true,
    footer: s.number,
    content: [
      poster(s.centre, { size: 14, brand: true, gap: 18 }),
      poster('Certificate', { size: 38, bold: true, brand: true, gap: 14 }),
      ...(photo ? [{ ...picture(photo, { width: 76, height: 76 }), alignment: 'center' }] : []),
      poster('This is to certify that', { size: 12, quiet: true, gap: 6 }),
      poster(s.name, { size: 28, bold: true, gap: 6 }),
      poster(EARNED[s.source], { size: 12, quiet: true, gap: 6 }),
      poster(s.title, { size: 20, bold: true, gap: 22 }),
      details(s),
      foot(s, origin),
    ],
  });
};

/** The picture of a person for the layout that shows it. */
export async function photoOf(
  db: Db,
  { franchiseeId, fileId }: { franchiseeId: number; fileId: string | null },
): Promise<string | null> {
  const file = fileId ? await findFile(db, fileId, franchiseeId) : undefined;
  if (!file || (file.mime !== 'image/png' && file.mime !== 'image/jpeg')) return null;
  return pictureOf(await readWhole(openFile(file)), file.mime);
}
