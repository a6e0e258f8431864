// Certificates of a child: frozen when they are issued, printed after the commit, checked by anybody who holds the code.

import { randomUUID } from 'node:crypto';
import { academicYearLabel, formatDate, todayIst } from '@aangan/contract/period.ts';
import { Refusal } from '@aangan/contract/refusal.ts';
import type { OutboxWorker } from '@aangan/server/background/background.ts';
import { later } from '@aangan/server/background/outbox.ts';
import {
  facts,
  heading,
  letterhead,
  paragraph,
  qr,
  renderPdf,
  signature,
} from '@aangan/server/documents/pdf.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { countTry } from '@aangan/server/endpoint/rate-limit.ts';
import type { RawEndpoint } from '@aangan/server/endpoint/raw-endpoint.ts';
import { fileUrl, saveFile } from '@aangan/server/files/files.ts';
import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { personName } from '@aangan/server/sql.ts';
import { anonymousActor, systemActor } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import { issueLink, resolveLink } from '@aangan/server/work/links.ts';
import { nextNumber } from '@aangan/server/work/numbers.ts';
import { lockRow } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import * as z from 'zod';
import { studentBalances } from '../../finance/public.server.ts';
import { franchisee } from '../../network/public.server.ts';
import { refuseStudent } from '../refusals.ts';
import { resolveStudentRef } from '../student/student-refs.server.ts';
import { certificateContract, certificates } from './withdrawal.contract.ts';
import { type CertificateKind, certificateKinds } from './withdrawal.states.ts';

const snapshotSchema = z.object({
  number: z.string(),
  kind: z.enum(['BONAFIDE', 'LEAVING']),
  issuedOn: z.string(),
  centre: z.object({ name: z.string(), address: z.string().nullable() }),
  child: z.string(),
  guardian: z.string().nullable(),
  dateOfBirth: z.string(),
  admissionNo: z.string(),
  className: z.string(),
  year: z.string(),
  joinedOn: z.string(),
  leftOn: z.string().nullable(),
  purpose: z.string().nullable(),
  verifyToken: z.string(),
});
type Snapshot = z.infer<typeof snapshotSchema>;

const listingServer = serveListing(certificates, {
  from: sql`student_certificate c join student s on s.franchisee_id = c.franchisee_id and s.id = c.student_id
    join enrolment e on e.franchisee_id = c.franchisee_id and e.id = c.enrolment_id join class k on k.id = e.class_id join franchisee z on z.id = c.franchisee_id`,
  alias: 'c',
  joins: sql`left join app_user u on u.id = c.created_by`,
  columns: {
    child: 's.name',
    number: 'c.number',
    kind: 'c.kind',
    class: 'k.name',
    centre: 'z.company_name',
    issuedOn: 'c.issued_on',
    purpose: 'c.purpose',
    issuedBy: personName('u'),
    createdAt: sql`date_trunc('milliseconds', c.created_at)`,
    studentId: 'c.student_id',
    fileId: 'c.file_id',
    pdfUrl: sql`null::text`,
  },
  map: async (rows) =>
    rows.map((row) => ({
      ...row,
      pdfUrl: row.fileId ? fileUrl({ franchiseeId: row.franchiseeId, fileId: row.fileId }) : null,
    })),
  can: () => ({}),
});
export const { handlers } = listingServer;

export const issueCertificate = handle(certificateContract.issue, async ({ db, actor, input, now }) => {
  const ofYear = await resolveStudentRef(db, input.ref, actor.academicYearId ?? undefined);
  const ref = ensureFound(ofYear ?? (await resolveStudentRef(db, input.ref)));
  const enrolment = await lockRow(db, 'enrolment', ref.studentAdmissionId);
  const left = enrolment.status === 'WITHDRAWN' || enrolment.status === 'COMPLETED';
  const today = todayIst(now);
  if (input.kind === 'LEAVING') {
    ensure(left, () => refuseStudent('certificate.not-left'));
    const balance = (await studentBalances(db, { studentIds: [enrolment.student_id], on: today })).get(
      enrolment.student_id,
    );
    ensure((balance?.due ?? 0) === 0, () => refuseStudent('certificate.dues'));
    const known = await db
      .selectFrom('student_certificate')
      .select(['id', 'number'])
      .where('franchisee_id', '=', enrolment.franchisee_id)
      .where('enrolment_id', '=', enrolment.id)
      .where('kind', '=', 'LEAVING')
      .executeTakeFirst();
    // One original; printed again it is the same paper.
    if (known) return known;
  } else
    ensure(['UPCOMING', 'ACTIVE', 'ON_HOLD'].includes(enrolment.status), () =>
      refuseStudent('certificate.not-enrolled'),
    );
  const id = randomUUID();
  const facts_ = await factsOf(db, enrolment.franchisee_id, enrolment.id);
  const verifyToken = await issueLink(db, {
    purpose: 'certificate.verify',
    franchiseeId: enrolment.franchisee_id,
    subject: { kind: 'certificate', id },
    now,
  });
  const number = await numberOf(db, enrolment.franchisee_id, enrolment.academic_year_id, input.kind);
  const snapshot: Snapshot = {
    ...facts_,
    number,
    kind: input.kind,
    issuedOn: today,
    year: academicYearLabel(enrolment.academic_year_id),
    joinedOn: enrolment.joined_on,
    leftOn: enrolment.left_on,
    purpose: input.purpose ?? null,
    verifyToken,
  };
  await db
    .insertInto('student_certificate')
    .values({
      franchisee_id: enrolment.franchisee_id,
      id,
      academic_year_id: enrolment.academic_year_id,
      student_id: enrolment.student_id,
      enrolment_id: enrolment.id,
      kind: input.kind,
      number,
      issued_on: today,
      purpose: input.purpose ?? null,
      snapshot: JSON.stringify(snapshot),
    })
    .execute();
  // Name and birthday stand on paper now.
  await db
    .updateTable('student')
    .set({ identity_locked: true })
    .where('franchisee_id', '=', enrolment.franchisee_id)
    .where('id', '=', enrolment.student_id)
    .execute();
  await later(
    db,
    'students.certificate',
    { certificateId: id },
    {
      franchiseeId: enrolment.franchisee_id,
      dedupeKey: id,
      lane: 'NOW',
      source: { kind: 'certificate', id },
    },
  );
  return { id, number };
});

/** BON/014/2026-27/0007, LC/014/2026-27/0003. */
async function numberOf(
  db: Db,
  franchiseeId: number,
  yearId: number,
  kind: CertificateKind,
): Promise<string> {
  const series = kind === 'BONAFIDE' ? 'BON' : 'LC';
  const n = await nextNumber(db, { franchiseeId, series, period: `A${yearId}` });
  const year = `${yearId}-${String((yearId + 1) % 100).padStart(2, '0')}`;
  return `${series}/${String(franchiseeId).padStart(3, '0')}/${year}/${String(n).padStart(4, '0')}`;
}

async function factsOf(db: Db, franchiseeId: number, enrolmentId: string) {
  const centre = ensureFound(await franchisee(db, franchiseeId));
  const { rows } = await sql<{
    child: string;
    guardian: string | null;
    dateOfBirth: string;
    admissionNo: string;
    className: string;
  }>`
    select s.name as child, s.date_of_birth as "dateOfBirth", s.admission_no as "admissionNo", k.name as "className",
      (select g.name from student_guardian x join guardian g on g.franchisee_id = x.franchisee_id and g.id = x.guardian_id
        where x.franchisee_id = s.franchisee_id and x.student_id = s.id and x.is_primary limit 1) as guardian
      from enrolment e join student s on s.franchisee_id = e.franchisee_id and s.id = e.student_id join class k on k.id = e.class_id
     where e.franchisee_id = ${franchiseeId} and e.id = ${enrolmentId}`.execute(db);
  return {
    ...ensureFound(rows[0]),
    centre: { name: centre.legalName ?? centre.companyName, address: centre.address },
  };
}

const sentence = (s: Snapshot): string =>
  s.kind === 'BONAFIDE'
    ? `This is to certify that ${s.child}${s.guardian ? `, child of ${s.guardian},` : ''} is a student of this centre in ${s.className} in the academic year ${s.year}.`
    : `This is to certify that ${s.child}${s.guardian ? `, child of ${s.guardian},` : ''} was a student of this centre in ${s.className} in the academic year ${s.year} and left on ${formatDate(s.leftOn ?? s.issuedOn)}. All fees are settled.`;

export const certificatePdf = (s: Snapshot, origin: string): Promise<Buffer> =>
  renderPdf({
    title: `${certificateKinds[s.kind]} ${s.number}`,
    content: [
      letterhead({
        name: s.centre.name,
        lines: s.centre.address ? [s.centre.address] : [],
        right: s.number,
      }),
      heading(certificateKinds[s.kind]),
      facts(
        [
          ['Child', s.child],
          ['Born', formatDate(s.dateOfBirth)],
          ['Admission number', s.admissionNo],
          ['Class', s.className],
          ['Joined', formatDate(s.joinedOn)],
          ['Issued', formatDate(s.issuedOn)],
        ],
        2,
      ),
      paragraph(sentence(s)),
      ...(s.purpose ? [paragraph(`Issued for: ${s.purpose}.`)] : []),
      signature(`For ${s.centre.name}`),
      qr(`${origin}/verify/${s.verifyToken}`, { caption: 'Scan to check this certificate' }),
    ],
  });

export const certificateWorker: OutboxWorker = {
  retryUnknown: true,
  async perform({ row, work, ports }) {
    const { franchiseeId } = row;
    const { certificateId } = row.payload as { certificateId: string };
    const read = await work(franchiseeId, (db) =>
      db
        .selectFrom('student_certificate')
        .select(['file_id', 'snapshot'])
        .where('franchisee_id', '=', franchiseeId)
        .where('id', '=', certificateId)
        .executeTakeFirstOrThrow(),
    );
    if (read.file_id) return;
    const snapshot = snapshotSchema.parse(read.snapshot);
    const content = await certificatePdf(snapshot, ports.origin);
    await work(franchiseeId, async (db) => {
      const fileId = await saveFile(db, {
        franchiseeId,
        name: `${snapshot.number.replaceAll('/', '-')}.pdf`,
        kind: 'certificate',
        mime: 'application/pdf',
        content,
      });
      await db
        .updateTable('student_certificate')
        .set({ file_id: fileId })
        .where('franchisee_id', '=', franchiseeId)
        .where('id', '=', certificateId)
        .execute();
    });
  },
};

const MISSES = 20;
const WINDOW_S = 600;
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
};

/** Whoever holds the paper sees that it is true: number, child, class, days. Nothing else of the child. */
export const verifyEndpoint: RawEndpoint = {
  method: 'GET',
  path: '/verify/:token',
  summary: 'Shows whether a certificate is genuine.',
  answer: async ({ params, ip, now, work }) => {
    try {
      const link = await work(anonymousActor, (db) =>
        resolveLink(db, params['token'] ?? '', ['certificate.verify'], now),
      );
      const row = await work(systemActor(link.franchiseeId), (db) =>
        db
          .selectFrom('student_certificate')
          .select('snapshot')
          .where('franchisee_id', '=', link.franchiseeId)
          .where('id', '=', link.subjectId)
          .executeTakeFirstOrThrow(),
      );
      const s = snapshotSchema.parse(row.snapshot);
      return {
        status: 200,
        headers: HEADERS,
        body: page('This certificate is genuine', [
          [certificateKinds[s.kind], s.number],
          ['Child', s.child],
          ['Class', `${s.className}, ${s.year}`],
          ...(s.kind === 'LEAVING' && s.leftOn ? [['Left', formatDate(s.leftOn)] as const] : []),
          ['Issued', formatDate(s.issuedOn)],
          ['By', s.centre.name],
        ]),
      };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const misses = await work(anonymousActor, (db) => countTry(db, `certificate-miss:${ip}`, WINDOW_S));
      return {
        status: misses > MISSES ? 429 : error.status,
        headers: HEADERS,
        body: page('We know no such certificate', []),
      };
    }
  },
};

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const page = (
  title: string,
  rows: readonly (readonly [string, string])[],
): string => `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escaped(title)}</title>
<style>body{font:18px/1.5 system-ui,sans-serif;margin:0;display:grid;place-items:center;min-height:100vh;background:#f5f5fa;color:#1f2330}main{max-width:460px;padding:24px}dt{color:#5c6172;font-size:15px}dd{margin:0 0 12px}@media(prefers-color-scheme:dark){body{background:#16171f;color:#e9eaf2}dt{color:#a6abbd}}</style></head>
<body><main><h1>${escaped(title)}</h1><dl>${rows.map(([label, value]) => `<dt>${escaped(label)}</dt><dd>${escaped(value)}</dd>`).join('')}</dl></main></body></html>`;
