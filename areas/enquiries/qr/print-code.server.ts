// Codes on paper (enquiries.md 6): brand, centre, headline in English and Hindi, a code of at least 35 mm, the short
// address in words, and the label in small print so that a returned poster can be told.
import { refuse } from '@aangan/contract/refusal.ts';
import { bigQr, columns, labels, type Piece, poster, renderPdf } from '@aangan/server/documents/pdf.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { inChosenCentre } from '@aangan/server/sql.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import QRCode from 'qrcode';
import { franchisee, keepSheet } from '../../network/public.server.ts';
import { enquiryQrContract, type PrintFormat, printFormats } from './enquiry-qr.contract.ts';
import { pathOf } from './enquiry-qr.server.ts';

interface Paper {
  brand: string;
  centre: string;
  city: string;
  label: string;
  address: string;
  /** Modules of the address, true = dark. */
  code: readonly (readonly boolean[])[];
}

export const printCode = handle(enquiryQrContract.print, async (call) => {
  const { db, actor, input, ports } = call;
  const code = await codeOf(db, actor, input);
  const centre = ensureFound(await franchisee(db, code.franchiseeId));
  const address = `${ports.origin}${pathOf(code.franchiseeId, code.key)}`;
  const paper: Paper = {
    brand: await brandOf(db, code.franchiseeId),
    centre: centre.companyName,
    city: centre.cityName ?? '',
    label: code.label,
    address,
    code: modulesOf(address),
  };
  const title = `QR code ${centre.companyName} ${code.label} ${printFormats[input.format]}`.replaceAll(
    '/',
    '-',
  );
  return keepSheet(call, {
    contract: enquiryQrContract.print.name,
    about: { kind: 'enquiry-code', id: code.id ?? String(code.franchiseeId) },
    title,
    content: await renderPdf({
      title,
      bare: true,
      landscape: input.format === 'A5',
      content: pages[input.format](paper),
    }),
  });
});

async function codeOf(
  db: Db,
  actor: Actor,
  { id, franchiseeId }: { id?: string | undefined; franchiseeId?: number | undefined },
) {
  if (!id) {
    const centre = franchiseeId ?? actor.franchiseeId;
    if (centre === null) throw refuse('context.centre-needed');
    return { id: null, franchiseeId: centre, key: null, label: 'Standard' };
  }
  const row = ensureFound(
    await db
      .selectFrom('enquiry_source_link')
      .select(['id', 'franchisee_id', 'key', 'label'])
      .where('id', '=', id)
      .where(inChosenCentre(actor, 'franchisee_id'))
      .executeTakeFirst(),
  );
  return { id: row.id, franchiseeId: row.franchisee_id, key: row.key, label: row.label };
}

async function brandOf(db: Db, franchiseeId: number): Promise<string> {
  const row = await db
    .selectFrom('franchisee as f')
    .innerJoin('brand as b', 'b.id', 'f.brand_id')
    .select('b.name')
    .where('f.id', '=', franchiseeId)
    .executeTakeFirst();
  return row?.name ?? '';
}

function modulesOf(address: string): boolean[][] {
  const { modules } = QRCode.create(address, { errorCorrectionLevel: 'M' });
  return Array.from({ length: modules.size }, (_, r) =>
    Array.from({ length: modules.size }, (_, c) => Boolean(modules.get(r, c))),
  );
}

const MM = 72 / 25.4;
/** Without the scheme, as people type it. */
const spoken = (address: string) => address.replace(/^https?:\/\//, '');

const face = (paper: Paper, { big, code, gap }: { big: number; code: number; gap: number }): Piece[] => [
  poster(paper.brand, { size: big * 0.55, quiet: true, gap: gap / 2 }),
  poster('Admissions open', { size: big, bold: true, brand: true, gap: 0 }),
  poster('प्रवेश शुरू', { size: big * 0.9, bold: true, brand: true, gap }),
  bigQr(paper.code, code),
  poster('Scan to ask about admission', { size: big * 0.5, gap: 2 }),
  poster('प्रवेश की जानकारी के लिए स्कैन करें', { size: big * 0.5, gap }),
  poster(paper.centre, { size: big * 0.6, bold: true, gap: 2 }),
  poster(paper.city, { size: big * 0.4, quiet: true, gap }),
  poster(spoken(paper.address), { size: Math.max(8, big * 0.28), quiet: true, gap: 4 }),
  poster(paper.label, { size: 6, quiet: true, gap: 0 }),
];

const sticker = (paper: Paper): Piece[] => [
  poster('Admissions open · प्रवेश शुरू', { size: 10, bold: true, brand: true, gap: 0 }),
  bigQr(paper.code, 36 * MM),
  poster(paper.centre, { size: 9, bold: true, gap: 0 }),
  poster(paper.label, { size: 6, quiet: true, gap: 0 }),
];

const pages: Readonly<Record<PrintFormat, (paper: Paper) => Piece[]>> = {
  A4: (paper) => face(paper, { big: 38, code: 100 * MM, gap: 14 }),
  // Two faces on one sheet: folded in the middle it stands on a counter and reads from both sides.
  A5: (paper) => {
    // Two of their own: a document's pieces are placed once.
    const one = (): Piece => ({ stack: face(paper, { big: 26, code: 70 * MM, gap: 8 }) });
    return [columns([one(), one()], 36)];
  },
  STICKERS: (paper) => [
    labels(
      Array.from({ length: 12 }, () => sticker(paper)),
      3,
      182,
    ),
  ],
};
