// Consents on paper that a centre brings in a file: many households at once, each from the day it was given. What a family
// said after that day stays: a newer STOP wins over an older paper.
import { laterFacts } from '@aangan/server/background/outbox.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { type ConsentPurpose, refuseConsent } from './consent.server.ts';

export interface PaperConsent {
  householdId: string;
  // Purposes of a person: the newest word holds. What several guardians must agree to (pictures) is no matter of a file.
  purpose: Extract<ConsentPurpose, 'MESSAGES_SMS' | 'MESSAGES_EMAIL' | 'MESSAGES_WHATSAPP'>;
  /** When it was given. */
  at: Date;
}

interface Papers {
  franchiseeId: number;
  textVersion: number;
  verifiedBy: string | null;
}

/** Adds a YES by paper for each; the same answer to the same text again adds nothing. As recordConsent, in six statements. */
export async function recordPapers(db: Db, of: Papers, papers: readonly PaperConsent[]): Promise<void> {
  if (papers.length === 0) return;
  await ensureTexts(db, of, papers);
  // What holds is derived under the lock: a STOP that arrives in this moment either stands in the ledger by then, or waits.
  const before = await lockNow(db, of, papers);
  const said = await answersOf(db, of, papers);
  const added = papers.filter((paper) => add(said, of, paper));
  if (added.length === 0) return;
  await insertAnswers(db, of, added);
  const now = [...new Set(added.map(keyOf))].map((key) => heldOf(key, said.get(key) ?? []));
  await updateNow(db, of, now);
  await laterFacts(
    db,
    'communication.consent-changed',
    now
      .filter((one) => (before.get(one.key) ?? false) !== one.allowed)
      .map(({ subject_id, purpose, allowed, at }) => ({
        payload: { subjectKind: 'HOUSEHOLD', subjectId: subject_id, purpose, allowed },
        dedupeKey: `HOUSEHOLD:${subject_id}:${purpose}:${at}`,
        source: { kind: 'HOUSEHOLD', id: subject_id },
      })),
    of,
  );
}

const keyOf = ({ householdId, purpose }: { householdId: string; purpose: string }): string =>
  `${householdId} ${purpose}`;

async function ensureTexts(db: Db, { textVersion }: Papers, papers: readonly PaperConsent[]): Promise<void> {
  const purposes = [...new Set(papers.map(({ purpose }) => purpose))];
  const texts = await db
    .selectFrom('consent_text')
    .select('purpose')
    .distinct()
    .where('purpose', 'in', purposes)
    .where('version', '=', textVersion)
    .execute();
  if (texts.length < purposes.length) throw refuseConsent('consent.text-unknown');
}

async function lockNow(
  db: Db,
  of: Papers,
  papers: readonly PaperConsent[],
): Promise<ReadonlyMap<string, boolean>> {
  const pairs = JSON.stringify(
    papers.map(({ householdId, purpose }) => ({ subject_id: householdId, purpose })),
  );
  await sql`
    insert into consent_now (franchisee_id, subject_kind, subject_id, purpose, allowed, text_version)
    select distinct ${of.franchiseeId}::int, 'HOUSEHOLD', x.subject_id, x.purpose, false, ${of.textVersion}::int from jsonb_to_recordset(${pairs}::jsonb) as x (subject_id uuid, purpose text)
     order by 3, 4 on conflict do nothing`.execute(db);
  const { rows } = await sql<{ householdId: string; purpose: string; allowed: boolean }>`
    select subject_id as "householdId", purpose, allowed from consent_now
     where franchisee_id = ${of.franchiseeId} and subject_kind = 'HOUSEHOLD' and subject_id = any (${householdsOf(papers)}::uuid[])
     order by subject_id, purpose for update`.execute(db);
  return new Map(rows.map((row) => [keyOf(row), row.allowed]));
}

const householdsOf = (papers: readonly PaperConsent[]): string[] => [
  ...new Set(papers.map(({ householdId }) => householdId)),
];

interface Answer {
  by: string | null;
  answer: string;
  version: number;
  at: string;
}

/** All answers of these households, the oldest first. One read for all: a look for each could choose any index. */
async function answersOf(
  db: Db,
  of: Papers,
  papers: readonly PaperConsent[],
): Promise<Map<string, Answer[]>> {
  const { rows } = await sql<Answer & { householdId: string; purpose: string }>`
    select subject_id as "householdId", purpose, by_guardian as by, answer, text_version as version, at from consent_answer
     where franchisee_id = ${of.franchiseeId} and subject_kind = 'HOUSEHOLD' and subject_id = any (${householdsOf(papers)}::uuid[]) order by at`.execute(
    db,
  );
  return Map.groupBy(rows, keyOf);
}

/** Adds the paper where it belongs in time; false when the family had said the same by then. */
function add(said: Map<string, Answer[]>, of: Papers, paper: PaperConsent): boolean {
  const answers = said.get(keyOf(paper)) ?? [];
  const at = paper.at.toISOString();
  const last = answers.findLast((one) => one.by === null && one.at <= at);
  if (last?.answer === 'YES' && last.version === of.textVersion) return false;
  const place = answers.findIndex((one) => one.at > at);
  const yes: Answer = { by: null, answer: 'YES', version: of.textVersion, at };
  said.set(keyOf(paper), answers.toSpliced(place === -1 ? answers.length : place, 0, yes));
  return true;
}

async function insertAnswers(db: Db, of: Papers, papers: readonly PaperConsent[]): Promise<void> {
  const given = papers.map(({ householdId, purpose, at }) => ({
    subject_id: householdId,
    purpose,
    at: at.toISOString(),
  }));
  await sql`
    insert into consent_answer (franchisee_id, subject_kind, subject_id, purpose, answer, text_version, method, verified_by, at)
    select ${of.franchiseeId}::int, 'HOUSEHOLD', x.subject_id, x.purpose, 'YES', ${of.textVersion}::int, 'PAPER', ${of.verifiedBy}::uuid, x.at
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as x (subject_id uuid, purpose text, at timestamptz)`.execute(
    db,
  );
}

// Nobody's name stands for 'the family' where a form did not say who answered (consent.server.ts).
const NOBODY = '00000000-0000-0000-0000-000000000000';

interface Held {
  key: string;
  subject_id: string;
  purpose: string;
  allowed: boolean;
  yes: string[];
  no: string[];
  at: string;
}

/** What holds by the newest word, and the newest word of each. */
function heldOf(key: string, answers: readonly Answer[]): Held {
  const [subject_id = '', purpose = ''] = key.split(' ');
  const newest = [...new Map(answers.map((one) => [one.by ?? NOBODY, one.answer]))];
  const last = answers.at(-1);
  return {
    key,
    subject_id,
    purpose,
    allowed: last?.answer === 'YES',
    yes: newest.flatMap(([by, answer]) => (answer === 'YES' ? [by] : [])),
    no: newest.flatMap(([by, answer]) => (answer === 'YES' ? [] : [by])),
    at: last?.at ?? '',
  };
}

async function updateNow(db: Db, of: Papers, held: readonly Held[]): Promise<void> {
  await sql`
    update consent_now n set allowed = x.allowed, yes_by = x.yes, no_by = x.no, text_version = ${of.textVersion}::int, changed_at = case when n.allowed = x.allowed then n.changed_at else now() end
      from jsonb_to_recordset(${JSON.stringify(held)}::jsonb) as x (subject_id uuid, purpose text, allowed boolean, yes uuid[], no uuid[])
     where n.franchisee_id = ${of.franchiseeId} and n.subject_kind = 'HOUSEHOLD' and n.subject_id = x.subject_id and n.purpose = x.purpose`.execute(
    db,
  );
}
