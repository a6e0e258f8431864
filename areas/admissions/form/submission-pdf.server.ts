// The form as it was handed in, on paper: made from the sealed snapshot, once, and kept.
import { formatDate, formatDateTime } from '@aangan/contract/period.ts';
import { facts, heading, letterhead, pageBreak, paragraph, renderPdf } from '@aangan/server/documents/pdf.ts';
import { fileUrl, saveFile, useFile } from '@aangan/server/files/files.ts';
import { ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import { aad, open } from '@aangan/server/work/seal.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { franchisee } from '../../network/public.server.ts';
import { refuseAdmission } from '../refusals.ts';
import { readable } from './answer-label.ts';
import { type AnswerName, formAnswers, secretAnswers } from './answers.ts';
import type { OpenForm } from './open-form.server.ts';

const titles = {
  APPLICATION: 'Application form',
  REGISTRATION: 'Registration form',
  ADMISSION: 'Admission form',
} as const;
const USE = { area: 'admissions', subjectKind: 'submission' } as const;

export const latestSubmission = (db: Db, form: Pick<OpenForm, 'franchiseeId' | 'id'>) =>
  db
    .selectFrom('submission')
    .selectAll()
    .where('franchisee_id', '=', form.franchiseeId)
    .where('subject_id', '=', form.id)
    .orderBy('submitted_at', 'desc')
    .limit(1)
    .executeTakeFirst();

type Submission = NonNullable<Awaited<ReturnType<typeof latestSubmission>>>;

/** An address of the latest submission as PDF, good for a minute. Refuses a form that was never handed in. */
export async function submissionPdf(db: Db, form: OpenForm): Promise<{ url: string }> {
  const found = await latestSubmission(db, form);
  ensure(found, () => refuseAdmission('form.not-handed-in'));
  const submission = ensureFound(found);
  const kept = await db
    .selectFrom('file_use')
    .select('file_id')
    .where('franchisee_id', '=', form.franchiseeId)
    .where('area', '=', USE.area)
    .where('subject_kind', '=', USE.subjectKind)
    .where('subject_id', '=', submission.id)
    .executeTakeFirst();
  const fileId = kept?.file_id ?? (await makePdf(db, form, submission));
  return { url: fileUrl({ franchiseeId: form.franchiseeId, fileId }) };
}

async function makePdf(db: Db, form: OpenForm, submission: Submission): Promise<string> {
  const centre = ensureFound(await franchisee(db, form.franchiseeId));
  const content = await renderPdf({
    title: `${titles[form.kind]} ${form.number ?? ''}`.trim(),
    content: [
      letterhead({
        name: centre.companyName,
        lines: [centre.address, centre.phone].filter((line): line is string => Boolean(line)),
        right: form.number ?? titles[form.kind],
      }),
      heading(titles[form.kind]),
      facts(
        [
          ['Handed in', formatDateTime(submission.submitted_at)],
          ['Signed by', submission.declared_name],
        ],
        2,
      ),
      ...sheets(answersIn(submission)),
      paragraph(
        `Questions of version ${submission.form_version}. Seal of the answers: ${submission.sha256.toString('hex')}`,
      ),
    ],
  });
  const fileId = await saveFile(db, {
    franchiseeId: form.franchiseeId,
    name: `${form.number?.replaceAll('/', '-') ?? form.kind.toLowerCase()}.pdf`,
    kind: 'form',
    mime: 'application/pdf',
    content,
    sensitive: true,
  });
  await useFile(db, { franchiseeId: form.franchiseeId, fileId, subjectId: submission.id, ...USE });
  return fileId;
}

export const answersIn = (submission: Submission): Readonly<Record<string, unknown>> =>
  JSON.parse(
    open(submission.sealed, aad('submission', 'sealed', submission.franchisee_id, submission.id)),
  ) as Record<string, unknown>; // keepSnapshot wrote an object

/** Label and text of the answers that were given: the sensitive ones, or the others. */
export const answerLines = (
  answers: Readonly<Record<string, unknown>>,
  sensitive: boolean,
): [string, string][] =>
  formAnswers
    .keyof()
    .options.filter((name: AnswerName) => secretAnswers.has(name) === sensitive && isGiven(answers[name]))
    .map((name: AnswerName): [string, string] => [readable(name), shown(answers[name])]);

// What is sensitive stands on a page of its own, which need not be handed on with the rest.
function sheets(answers: Readonly<Record<string, unknown>>) {
  const secret = answerLines(answers, true);
  return [
    heading('Answers', 2),
    facts(answerLines(answers, false), 2),
    ...(secret.length
      ? [pageBreak(), heading('Health and other sensitive answers', 2), facts(secret, 1)]
      : []),
  ];
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

function shown(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.map(shown).join('; ') || '–';
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .filter(([, part]) => isGiven(part))
      .map(([name, part]) => `${readable(name)}: ${shown(part)}`)
      .join(', ');
  const text = String(value);
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return formatDate(text);
  return /^[A-Z]+(_[A-Z]+)*$/.test(text) && text.length > 2 ? readable(text) : text;
}
