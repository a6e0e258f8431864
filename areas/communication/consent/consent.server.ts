// The consent ledger (communication.md 2.3): answers are only added; what holds now is derived in the same transaction.
import { refusals } from '@aangan/contract/refusal.ts';
import { later } from '@aangan/server/background/outbox.ts';
import { istDay } from '@aangan/server/sql.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';

export const consentPurposes = [
  'EDUCATION_NOTICE',
  'CONTACT_NOTICE',
  'ADULT_DECLARATION',
  'PHOTO_IN_APP',
  'PHOTO_PUBLIC',
  'CLASS_RECORDING',
  'HEALTH_SHARE',
  'MESSAGES_SMS',
  'MESSAGES_EMAIL',
  'MESSAGES_WHATSAPP',
  'MESSAGES_MARKETING',
  'TRANSPORT_LIVE',
  'THIRD_PARTY_TOOLS',
  'APAAR',
  'ALUMNI_CONTACT',
] as const;
export type ConsentPurpose = (typeof consentPurposes)[number];
export type ConsentSubject = 'STUDENT' | 'APPLICANT' | 'HOUSEHOLD' | 'GUARDIAN' | 'CONTACT';
export type ConsentMethod =
  | 'APP'
  | 'PUBLIC_FORM'
  | 'PAPER'
  | 'CODE'
  | 'WHATSAPP_WORD'
  | 'UNSUBSCRIBE'
  | 'CENTRE_DESK';

export interface ConsentAnswer {
  purpose: ConsentPurpose;
  answer: 'YES' | 'NO' | 'WITHDRAWN';
  textVersion?: number;
  language?: string;
}

export interface NewConsents {
  franchiseeId: number;
  subjectKind: ConsentSubject;
  subjectId: string;
  answers: readonly ConsentAnswer[];
  method: ConsentMethod;
  byGuardianId?: string;
  verifiedBy?: string;
  evidenceFileId?: string;
}

export const refuseConsent = refusals({
  'consent.text-unknown': [
    422,
    'This consent text does not exist any more. Reload the page and answer again.',
  ],
});

interface Purpose {
  default_answer: string;
  any_no_wins: boolean;
}

/** Adds answers. The same answer by the same person to the same text again adds nothing. */
export async function recordConsent(db: Db, consents: NewConsents): Promise<void> {
  for (const answer of consents.answers) await recordOne(db, consents, answer, null);
}

async function recordOne(
  db: Db,
  to: NewConsents,
  answer: ConsentAnswer,
  sourceAnswerId: string | null,
): Promise<void> {
  const textVersion = answer.textVersion ?? 1;
  const purpose = await db
    .selectFrom('consent_purpose')
    .select(['default_answer', 'any_no_wins'])
    .where('code', '=', answer.purpose)
    .executeTakeFirst();
  const text = await db
    .selectFrom('consent_text')
    .select('covers')
    .where('purpose', '=', answer.purpose)
    .where('version', '=', textVersion)
    .limit(1)
    .executeTakeFirst();
  if (!purpose || !text) throw refuseConsent('consent.text-unknown');
  const last = await db
    .selectFrom('consent_answer')
    .select(['answer', 'text_version'])
    .where('franchisee_id', '=', to.franchiseeId)
    .where('subject_kind', '=', to.subjectKind)
    .where('subject_id', '=', to.subjectId)
    .where('purpose', '=', answer.purpose)
    .where(sql<boolean>`by_guardian is not distinct from ${to.byGuardianId ?? null}::uuid`)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (last?.answer === answer.answer && last.text_version === textVersion) return;
  await db
    .insertInto('consent_answer')
    .values({
      franchisee_id: to.franchiseeId,
      subject_kind: to.subjectKind,
      subject_id: to.subjectId,
      purpose: answer.purpose,
      answer: answer.answer,
      text_version: textVersion,
      language: answer.language ?? 'en',
      by_guardian: to.byGuardianId ?? null,
      method: to.method,
      evidence_file_id: to.evidenceFileId ?? null,
      verified_by: to.verifiedBy ?? null,
      source_answer_id: sourceAnswerId,
      at: sql<string>`clock_timestamp()`,
    })
    .execute();
  await deriveNow(db, to, answer.purpose, purpose, { textVersion, covers: text.covers });
}

async function deriveNow(
  db: Db,
  to: NewConsents,
  code: string,
  purpose: Purpose,
  text: { textVersion: number; covers: string[] },
): Promise<void> {
  // The newest word of each person; nobody's name stands for 'the family' where the form did not say who answered.
  const { rows } = await sql<{
    by: string;
    answer: string;
    at: string;
  }>`select distinct on (by_guardian) coalesce(by_guardian, '00000000-0000-0000-0000-000000000000')::text as by, answer, at::text as at
    from consent_answer where franchisee_id = ${to.franchiseeId} and subject_kind = ${to.subjectKind} and subject_id = ${to.subjectId} and purpose = ${code}
    order by by_guardian, at desc`.execute(db);
  const yes = rows.filter((row) => row.answer === 'YES').map((row) => row.by);
  const no = rows.filter((row) => row.answer !== 'YES').map((row) => row.by);
  const newest = rows.reduce((a, b) => (a.at > b.at ? a : b));
  const allowed = purpose.any_no_wins ? yes.length > 0 && no.length === 0 : newest.answer === 'YES';
  const before = await db
    .selectFrom('consent_now')
    .select('allowed')
    .where('franchisee_id', '=', to.franchiseeId)
    .where('subject_kind', '=', to.subjectKind)
    .where('subject_id', '=', to.subjectId)
    .where('purpose', '=', code)
    .forUpdate()
    .executeTakeFirst();
  await db
    .insertInto('consent_now')
    .values({
      franchisee_id: to.franchiseeId,
      subject_kind: to.subjectKind,
      subject_id: to.subjectId,
      purpose: code,
      allowed,
      yes_by: yes,
      no_by: no,
      text_version: text.textVersion,
      covers: text.covers,
    })
    .onConflict((oc) =>
      oc.columns(['franchisee_id', 'subject_kind', 'subject_id', 'purpose']).doUpdateSet({
        allowed,
        yes_by: yes,
        no_by: no,
        text_version: text.textVersion,
        covers: text.covers,
        changed_at: sql<string>`now()`,
      }),
    )
    .execute();
  if ((before?.allowed ?? purpose.default_answer === 'NOTICE') === allowed) return;
  await later(
    db,
    'communication.consent-changed',
    { subjectKind: to.subjectKind, subjectId: to.subjectId, purpose: code, allowed },
    {
      franchiseeId: to.franchiseeId,
      lane: 'FACT',
      dedupeKey: `${to.subjectKind}:${to.subjectId}:${code}:${newest.at}`,
      source: { kind: to.subjectKind, id: to.subjectId },
    },
  );
}

/** For each child whether this is allowed now. `covers` names what the agreed text must cover (PHOTO_IN_APP: CLASS, CENTRE). */
export async function consentAllows(
  db: Db,
  asked: { franchiseeId: number; studentIds: readonly string[]; purpose: ConsentPurpose; covers?: string },
): Promise<Map<string, boolean>> {
  const purpose = await db
    .selectFrom('consent_purpose')
    .select('default_answer')
    .where('code', '=', asked.purpose)
    .executeTakeFirst();
  const allowed = new Map(asked.studentIds.map((id) => [id, purpose?.default_answer === 'NOTICE']));
  if (asked.studentIds.length === 0) return allowed;
  const rows = await db
    .selectFrom('consent_now')
    .select(['subject_id', 'allowed', 'covers'])
    .where('franchisee_id', '=', asked.franchiseeId)
    .where('subject_kind', '=', 'STUDENT')
    .where('purpose', '=', asked.purpose)
    .where('subject_id', 'in', [...asked.studentIds])
    .execute();
  for (const row of rows)
    allowed.set(
      row.subject_id,
      row.allowed && (asked.covers === undefined || row.covers.includes(asked.covers)),
    );
  return allowed;
}

/** Carries the answers given for one subject (an applicant) over to another (the student): new rows that point to the old. */
export async function attachConsents(
  db: Db,
  move: {
    franchiseeId: number;
    from: { kind: ConsentSubject; id: string };
    to: { kind: ConsentSubject; id: string };
    byGuardianId?: string;
  },
): Promise<number> {
  const { rows } = await sql<{
    id: string;
    purpose: ConsentPurpose;
    answer: ConsentAnswer['answer'];
    text_version: number;
    language: string;
    method: ConsentMethod;
    by_guardian: string | null;
  }>`
    select distinct on (purpose, by_guardian) id, purpose, answer, text_version, language, method, by_guardian from consent_answer
     where franchisee_id = ${move.franchiseeId} and subject_kind = ${move.from.kind} and subject_id = ${move.from.id} order by purpose, by_guardian, at desc`.execute(
    db,
  );
  for (const row of rows) {
    const byGuardianId = row.by_guardian ?? move.byGuardianId;
    await recordOne(
      db,
      {
        franchiseeId: move.franchiseeId,
        subjectKind: move.to.kind,
        subjectId: move.to.id,
        answers: [],
        method: row.method,
        ...(byGuardianId ? { byGuardianId } : {}),
      },
      { purpose: row.purpose, answer: row.answer, textVersion: row.text_version, language: row.language },
      row.id,
    );
  }
  return rows.length;
}

export interface ConsentText {
  purpose: string;
  version: number;
  language: string;
  title: string;
  body: string;
}

/** The texts in force today; a purpose without the wanted language comes in English. */
export async function consentTexts(
  db: Db,
  asked: { purposes: readonly ConsentPurpose[]; language: string },
): Promise<ConsentText[]> {
  if (asked.purposes.length === 0) return [];
  const { rows } =
    await sql<ConsentText>`select distinct on (t.purpose) t.purpose, t.version, t.language, t.title, t.body from consent_text t
    where t.purpose = any(${asked.purposes}) and t.language in (${asked.language}, 'en') and t.from_on <= ${istDay(sql`now()`)}
    order by t.purpose, t.version desc, (t.language = ${asked.language}) desc`.execute(db);
  return rows.sort(
    (a, b) =>
      asked.purposes.indexOf(a.purpose as ConsentPurpose) -
      asked.purposes.indexOf(b.purpose as ConsentPurpose),
  );
}
