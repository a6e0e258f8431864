// Reading and saving the answer sheet of an applicant: plain answers, sealed ones, and who typed what at which revision.
import { createHash, randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { ipPrefix } from '@aangan/server/work/access-log.ts';
import { ensure } from '@aangan/server/work/ensure.ts';
import { aad, open, seal } from '@aangan/server/work/seal.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import * as z from 'zod';
import { refuseAdmission } from '../refusals.ts';
import { maskAadhaar } from './aadhaar.ts';
import { type AnswerName, FORM_VERSION, type FormAnswers, secretAnswers } from './answers.ts';
import type { OpenForm } from './open-form.server.ts';

const answerMark = z.object({
  /** Revision of the sheet at which it was typed. */
  r: z.int(),
  by: z.enum(['PARENT', 'CENTRE']),
  /** ISO instant. */
  at: z.string(),
});
const answerMarks = z.record(z.string(), answerMark);
export type AnswerMark = z.output<typeof answerMark>;

/** The applicant behind a form; locked for a save, because three forms share one sheet. */
export function applicantOf(
  db: Db,
  form: Pick<OpenForm, 'franchiseeId' | 'applicantId'>,
  lock = false,
): Promise<ApplicantRow> {
  const query = db
    .selectFrom('applicant')
    .selectAll()
    .where('franchisee_id', '=', form.franchiseeId)
    .where('id', '=', form.applicantId);
  return (lock ? query.forUpdate() : query).executeTakeFirstOrThrow();
}

const everyApplicant = (db: Db) => db.selectFrom('applicant').selectAll().executeTakeFirstOrThrow();
export type ApplicantRow = Awaited<ReturnType<typeof everyApplicant>>;

type Sheet = Pick<ApplicantRow, 'franchisee_id' | 'id' | 'answers' | 'answers_secret'>;

/** All answers, the sealed ones opened. */
export function answersOf(applicant: Sheet): FormAnswers {
  const secret = applicant.answers_secret
    ? (JSON.parse(
        open(
          applicant.answers_secret,
          aad('applicant', 'answers_secret', applicant.franchisee_id, applicant.id),
        ),
      ) as Partial<FormAnswers>)
    : {};
  return { ...(applicant.answers as FormAnswers), ...secret };
}

export const marksOf = (
  applicant: Pick<ApplicantRow, 'answer_marks'>,
): Readonly<Record<string, AnswerMark>> => answerMarks.parse(applicant.answer_marks);

export interface AnswerSave {
  baseRevision: number;
  changes: Partial<FormAnswers>;
  by: 'PARENT' | 'CENTRE';
  now: Date;
}

/**
 * Field by field: what another writer changed meanwhile stays, and the same field changed on both sides is refused with
 * both values (admissions.md 3.11). A repeated call changes nothing. Returns the new sheet.
 */
export async function saveAnswers(
  db: Db,
  applicant: ApplicantRow,
  save: AnswerSave,
): Promise<{ answers: FormAnswers; revision: number; masked: string[]; changed: AnswerName[] }> {
  const { changes, masked } = withoutAadhaar(save.changes);
  const before = answersOf(applicant);
  const marks = marksOf(applicant);
  refuseConflicts(before, marks, changes, save.baseRevision);
  const changed = Object.entries(changes).filter(
    ([name, value]) => !isDeepStrictEqual(before[name as AnswerName] ?? null, value ?? null),
  );
  if (changed.length === 0) return { answers: before, revision: applicant.revision, masked, changed: [] };
  const revision = applicant.revision + 1;
  const answers: FormAnswers = { ...before, ...Object.fromEntries(changed) };
  const mark: AnswerMark = { r: revision, by: save.by, at: save.now.toISOString() };
  await store(db, applicant, answers, {
    revision,
    marks: { ...marks, ...Object.fromEntries(changed.map(([name]) => [name, mark])) },
  });
  return { answers, revision, masked, changed: changed.map(([name]) => name as AnswerName) };
}

function refuseConflicts(
  before: FormAnswers,
  marks: Readonly<Record<string, AnswerMark>>,
  changes: Partial<FormAnswers>,
  baseRevision: number,
): void {
  const conflicts: Record<string, { mine: unknown; theirs: unknown; theirsBy: string; at: string }> = {};
  for (const [name, mine] of Object.entries(changes)) {
    const mark = marks[name];
    const theirs = before[name as AnswerName] ?? null;
    if (mark && mark.r > baseRevision && !isDeepStrictEqual(theirs, mine ?? null))
      conflicts[name] = { mine, theirs, theirsBy: mark.by, at: mark.at };
  }
  ensure(Object.keys(conflicts).length === 0, () =>
    refuseAdmission('form.conflict', { details: { conflicts } }),
  );
}

async function store(
  db: Db,
  applicant: ApplicantRow,
  answers: FormAnswers,
  next: { revision: number; marks: Record<string, AnswerMark> },
): Promise<void> {
  const parts = (secret: boolean) =>
    Object.fromEntries(
      Object.entries(answers).filter(([name]) => secretAnswers.has(name as AnswerName) === secret),
    );
  const sealed = parts(true);
  await db
    .updateTable('applicant')
    .set({
      answers: JSON.stringify(parts(false)),
      answers_secret: Object.keys(sealed).length
        ? seal(
            JSON.stringify(sealed),
            aad('applicant', 'answers_secret', applicant.franchisee_id, applicant.id),
          )
        : null,
      answer_marks: JSON.stringify(next.marks),
      revision: next.revision,
      child_name: answers.childName ?? applicant.child_name,
      call_name: answers.callName ?? applicant.call_name,
      date_of_birth: answers.dateOfBirth ?? applicant.date_of_birth,
      gender: answers.gender ?? applicant.gender,
      parent_name: answers.parentName ?? applicant.parent_name,
      email: answers.parentEmail ?? applicant.email,
      pincode: answers.pincode ?? applicant.pincode,
    })
    .where('franchisee_id', '=', applicant.franchisee_id)
    .where('id', '=', applicant.id)
    .execute();
}

function withoutAadhaar(changes: Partial<FormAnswers>): { changes: Partial<FormAnswers>; masked: string[] } {
  const masked: string[] = [];
  const entries = Object.entries(changes).map(([name, value]) => {
    if (typeof value !== 'string') return [name, value] as const;
    const text = maskAadhaar(value);
    if (text !== value) masked.push(name);
    return [name, text] as const;
  });
  return { changes: Object.fromEntries(entries) as Partial<FormAnswers>, masked };
}

export interface Snapshot {
  form: Pick<OpenForm, 'kind' | 'franchiseeId' | 'id'>;
  answers: FormAnswers;
  language: string;
  declaredName: string;
  ip: string;
  userAgent: string;
}

/** What was handed in, as it was: sealed, with its hash, never changed. */
export async function keepSnapshot(db: Db, s: Snapshot): Promise<void> {
  const id = randomUUID();
  const plain = Buffer.from(JSON.stringify(s.answers));
  await db
    .insertInto('submission')
    .values({
      franchisee_id: s.form.franchiseeId,
      id,
      kind: s.form.kind,
      subject_id: s.form.id,
      form_version: FORM_VERSION,
      sealed: seal(plain, aad('submission', 'sealed', s.form.franchiseeId, id)),
      sha256: createHash('sha256').update(plain).digest(),
      language: s.language,
      declared_name: s.declaredName,
      declared_relation: s.answers.parentRelation ?? 'GUARDIAN',
      ip_prefix: ipPrefix(s.ip),
      user_agent: s.userAgent,
    })
    .execute();
}
