// A published card on paper: what was frozen, nothing read anew but the signature.
import { formatDate, todayIst } from '@aangan/contract/period.ts';
import {
  columns,
  facts,
  heading,
  letterhead,
  type Piece,
  paragraph,
  picture,
  pictureOf,
  renderPdf,
  signature,
  table,
} from '@aangan/server/documents/pdf.ts';
import { findFile, openFile, readWhole } from '@aangan/server/files/files.ts';
import type { RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import type { ReportSnapshot } from './report-snapshot.ts';

export async function cardPdf(
  db: Db,
  card: RowIn<'report_card'>,
  snapshot: ReportSnapshot,
  signatureFileId: string | null,
): Promise<Buffer> {
  const published = formatDate(todayIst(card.published_at));
  return renderPdf({
    title: `${snapshot.title} ${card.number}`,
    header: `${snapshot.child} · ${card.number}`,
    footer: `${card.number} · version ${card.version_no} · ${card.sha256.slice(0, 12)}${snapshot.footer ? ` · ${snapshot.footer}` : ''}`,
    content: [
      letterhead({ name: snapshot.centre, lines: [snapshot.year], right: card.number }),
      heading(`${snapshot.title}: ${snapshot.term}`),
      ...(card.version_no > 1
        ? [paragraph(`Updated on ${published} because ${card.change_note ?? '–'}`, { bold: true })]
        : []),
      facts(
        [
          ['Child', snapshot.child],
          ['Class', snapshot.className],
          ['Roll number', snapshot.rollNo === null ? null : String(snapshot.rollNo)],
          ['Admission number', snapshot.admissionNo],
          ['Born', formatDate(snapshot.dateOfBirth)],
          ['Class teacher', snapshot.classTeacher],
          ...(snapshot.health
            ? ([
                ['Height', snapshot.health.heightMm === null ? null : `${snapshot.health.heightMm / 10} cm`],
                ['Weight', snapshot.health.weightG === null ? null : `${snapshot.health.weightG / 1000} kg`],
              ] as const)
            : []),
        ],
        3,
      ),
      ...attendancePieces(snapshot),
      ...skillPieces(snapshot),
      ...remarkPieces(snapshot),
      ...(await signaturePieces(db, card.franchisee_id, snapshot, signatureFileId)),
      paragraph(`Published on ${published}`, { quiet: true }),
    ],
  });
}

function attendancePieces({ attendance }: ReportSnapshot): Piece[] {
  if (attendance === null || attendance.length === 0) return [];
  const marked = attendance.reduce((sum, month) => sum + month.marked, 0);
  const attended = attendance.reduce((sum, month) => sum + month.attended, 0);
  return [
    heading('Attendance', 2),
    table({
      columns: [
        { label: 'Month' },
        { label: 'Working days', align: 'right' },
        { label: 'Days attended', align: 'right' },
      ],
      rows: attendance.map(({ month, marked: days, attended: came }) => [
        `${month.slice(5)}-${month.slice(0, 4)}`,
        String(days),
        String(came),
      ]),
      total: ['Term', String(marked), String(attended)],
    }),
  ];
}

const skillPieces = ({ skills, terms }: ReportSnapshot): Piece[] =>
  skills.flatMap((skill) => [
    heading(skill.name, 2),
    table({
      columns: [
        { label: 'Competency' },
        ...terms.map((label) => ({ label, width: 90, align: 'center' as const })),
      ],
      rows: skill.rows.map((row) => [
        row.notObserved ? `${row.name} (not observed: ${row.notObserved})` : row.name,
        ...row.levels.map((level) => level?.label ?? '–'),
      ]),
    }),
  ]);

function remarkPieces({ remark, strengths, nextStep }: ReportSnapshot): Piece[] {
  if (remark === null) return [];
  return [
    heading('From the class teacher', 2),
    paragraph(remark),
    ...(strengths ? [paragraph(`Strengths: ${strengths}`)] : []),
    ...(nextStep ? [paragraph(`Next step: ${nextStep}`)] : []),
  ];
}

async function signaturePieces(
  db: Db,
  franchiseeId: number,
  { classTeacher, principal }: ReportSnapshot,
  signatureFileId: string | null,
): Promise<Piece[]> {
  const file = signatureFileId ? await findFile(db, signatureFileId, franchiseeId) : undefined;
  const drawn =
    file && (file.mime === 'image/png' || file.mime === 'image/jpeg')
      ? [picture(pictureOf(await readWhole(openFile(file)), file.mime), { width: 120, height: 40 })]
      : [];
  return [
    ...drawn,
    columns([
      signature(classTeacher ? `${classTeacher}, class teacher` : 'Class teacher'),
      signature(principal ? `${principal}, principal` : 'Principal'),
      signature('Parent'),
    ]),
  ];
}
