import type { Db } from '@aangan/server/work/unit-of-work.ts';
import type { ConsentAnswer, ConsentSubject } from './consent.server.ts';

export interface ConsentState {
  purpose: string;
  title: string;
  allowed: boolean;
  changedAt: string;
}

/** What somebody agreed to and refused, as it stands now; purposes nobody asked about are missing. */
export async function consentsOf(
  db: Db,
  of: { franchiseeId: number; subjectKind: ConsentSubject; subjectId: string },
): Promise<ConsentState[]> {
  const rows = await db
    .selectFrom('consent_now as c')
    .innerJoin('consent_purpose as p', 'p.code', 'c.purpose')
    .select(['c.purpose', 'p.title', 'c.allowed', 'c.changed_at'])
    .where('c.franchisee_id', '=', of.franchiseeId)
    .where('c.subject_kind', '=', of.subjectKind)
    .where('c.subject_id', '=', of.subjectId)
    .orderBy('c.purpose')
    .execute();
  return rows.map((row) => ({
    purpose: row.purpose,
    title: row.title,
    allowed: row.allowed,
    changedAt: row.changed_at,
  }));
}

/** The last answer of one guardian to each purpose, by purpose. */
export async function consentAnswersBy(
  db: Db,
  of: { franchiseeId: number; subjectKind: ConsentSubject; subjectId: string; guardianId: string },
): Promise<Map<string, { answer: ConsentAnswer['answer']; at: string }>> {
  const rows = await db
    .selectFrom('consent_answer')
    .distinctOn('purpose')
    .select(['purpose', 'answer', 'at'])
    .where('franchisee_id', '=', of.franchiseeId)
    .where('subject_kind', '=', of.subjectKind)
    .where('subject_id', '=', of.subjectId)
    .where('by_guardian', '=', of.guardianId)
    .orderBy('purpose')
    .orderBy('at', 'desc')
    .execute();
  return new Map(rows.map(({ purpose, answer, at }) => [purpose, { answer, at }]));
}
