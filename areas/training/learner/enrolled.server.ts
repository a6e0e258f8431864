// An own enrolment with its edition, what of it is done, and the steps that follow from that.
import { refuse } from '@aangan/contract/refusal.ts';
import { ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import { moveStatus, type RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { award } from '../certificate/award.server.ts';
import { enrollmentStates } from '../enrollment/enrollment.states.ts';
import type { OutlineAssessment } from '../module/module.contract.ts';
import type { SnapshotItem, SnapshotTopic } from '../module/outline.server.ts';
import { refuseTraining } from '../training.refusals.ts';

export type Enrollment = RowIn<'teacher_enrollment'>;
export interface Edition {
  code: string;
  title: string;
  description: string | null;
  sequential: boolean;
  certificateTypeId: string | null;
  topics: SnapshotTopic[];
  assessments: OutlineAssessment[];
}

/** The caller's own enrolment; everybody else's is not there. Locked where something follows from it. */
export async function ownEnrollment(
  db: Db,
  { id, userId, locks }: { id: string; userId: string; locks: boolean },
): Promise<Enrollment> {
  const { rows } = await sql<Enrollment>`
    select e.* from teacher_enrollment e join staff s on s.franchisee_id = e.franchisee_id and s.id = e.staff_id
     where e.id = ${id} and s.user_id = ${userId} and s.status = 'APPROVED' ${locks ? sql`for update of e` : sql``}`.execute(
    db,
  );
  return ensureFound(rows[0]);
}

/** What is learnt, and read again once it is completed. */
const OPEN: readonly string[] = ['APPROVED', 'IN PROGRESS', 'COMPLETED'];
export const isOpen = ({ status }: Pick<Enrollment, 'status'>): boolean => OPEN.includes(status);
export function ensureOpen(row: Enrollment): void {
  ensure(row.status !== 'REQUESTED', () => refuseTraining('self-training.not-approved'));
  ensure(isOpen(row), () => refuseTraining('self-training.closed'));
}

export async function editionOf(db: Db, { module_id, edition }: Enrollment): Promise<Edition> {
  const row = await db
    .selectFrom('teacher_module_edition')
    .select('snapshot')
    .where('module_id', '=', module_id)
    .where('edition', '=', edition)
    .executeTakeFirst();
  return ensureFound(row).snapshot as unknown as Edition;
}

export interface Done {
  items: ReadonlySet<string>;
  tests: ReadonlySet<string>;
}

export async function doneOf(db: Db, { franchisee_id, id }: Enrollment): Promise<Done> {
  const { rows: items } = await sql<{ item_id: string }>`
    select item_id from topic_item_progress where franchisee_id = ${franchisee_id} and enrollment_id = ${id} and completed_at is not null`.execute(
    db,
  );
  const { rows: tests } = await sql<{ assessment_id: string }>`
    select distinct assessment_id from assessment_attempt where franchisee_id = ${franchisee_id} and enrollment_id = ${id} and passed`.execute(
    db,
  );
  return {
    items: new Set(items.map(({ item_id }) => item_id)),
    tests: new Set(tests.map(({ assessment_id }) => assessment_id)),
  };
}

/** Every module that the caller learns by at present, in one statement. */
export async function openLearning(db: Db, userId: string) {
  const { rows } = await sql<Enrollment & { snapshot: Edition; items: string[]; tests: string[] }>`
    select e.*, x.snapshot,
        array(select p.item_id from topic_item_progress p where p.franchisee_id = e.franchisee_id and p.enrollment_id = e.id and p.completed_at is not null) as items,
        array(select a.assessment_id from assessment_attempt a where a.franchisee_id = e.franchisee_id and a.enrollment_id = e.id and a.passed) as tests
      from teacher_enrollment e join staff s on s.franchisee_id = e.franchisee_id and s.id = e.staff_id
      join teacher_module_edition x on x.module_id = e.module_id and x.edition = e.edition
     where s.user_id = ${userId} and s.status = 'APPROVED' and e.status in ('APPROVED', 'IN PROGRESS')`.execute(
    db,
  );
  return rows.map(({ snapshot, items, tests, ...enrollment }) => ({
    enrollment: enrollment as Enrollment,
    edition: snapshot,
    done: { items: new Set(items), tests: new Set(tests) },
  }));
}

const isComplete = (topic: SnapshotTopic, done: Done): boolean =>
  topic.items.every(({ id }) => done.items.has(id));

/** The topics somebody may enter: all of them, or one after the other. */
export const openTopics = ({ topics, sequential }: Edition, done: Done): SnapshotTopic[] =>
  sequential ? topics.filter((_, i) => topics.slice(0, i).every((topic) => isComplete(topic, done))) : topics;

/** In a module that goes step by step the tests come after its topics. */
export const testsAreOpen = ({ topics, sequential }: Edition, done: Done): boolean =>
  !sequential || topics.every((topic) => isComplete(topic, done));

/** An item of the enrolment's edition that may be opened. */
export function itemIn(
  edition: Edition,
  done: Done,
  itemId: string,
): { item: SnapshotItem; topic: SnapshotTopic } {
  for (const topic of edition.topics) {
    const item = topic.items.find(({ id }) => id === itemId);
    if (!item) continue;
    ensure(openTopics(edition, done).includes(topic), () => refuseTraining('self-training.step-by-step'));
    return { item, topic };
  }
  throw refuse('row.not-found');
}

/** Tests that were archived since are asked of nobody; those passed before still count. */
async function testsAsked(db: Db, { assessments }: Edition): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from teacher_assessment where id = any (${assessments.map(({ id }) => id)}::uuid[]) and status <> 'ARCHIVED'`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}

/** After something was finished: progress, best score, and the steps IN PROGRESS and COMPLETED that follow by themselves. */
export async function settle(db: Db, enrollment: Enrollment, now: Date): Promise<Enrollment> {
  // What is completed stays so, whatever is read again; what lapsed meanwhile too.
  if (enrollment.status !== 'APPROVED' && enrollment.status !== 'IN PROGRESS') return enrollment;
  const edition = await editionOf(db, enrollment);
  const done = await doneOf(db, enrollment);
  const asked = await testsAsked(db, edition);
  const items = edition.topics.flatMap((topic) => topic.items.map(({ id }) => id));
  const tests = edition.assessments.filter(({ id }) => asked.has(id) || done.tests.has(id));
  const all = items.length + tests.length;
  const finished =
    items.filter((id) => done.items.has(id)).length + tests.filter(({ id }) => done.tests.has(id)).length;
  const { rows: best } = await sql<{ best: number | null }>`
    select max(score_bp) as best from assessment_attempt where franchisee_id = ${enrollment.franchisee_id} and enrollment_id = ${enrollment.id}`.execute(
    db,
  );
  const of = { states: enrollmentStates, table: 'teacher_enrollment' } as const;
  let row = enrollment;
  if (row.status === 'APPROVED')
    row = await moveStatus(db, { ...of, row, action: 'start', set: { started_at: now.toISOString() } });
  const figures = {
    progress_bp: all === 0 ? 0 : Math.floor((finished * 10_000) / all),
    best_score_bp: best[0]?.best ?? null,
  };
  if (all > 0 && finished === all) {
    row = await moveStatus(db, {
      ...of,
      row,
      action: 'complete',
      set: { ...figures, completed_at: now.toISOString() },
    });
    await certifyModule(db, { row, edition, now });
    return row;
  }
  if (row.progress_bp === figures.progress_bp && row.best_score_bp === figures.best_score_bp) return row;
  await db
    .updateTable('teacher_enrollment')
    .set(figures)
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.id)
    .execute();
  return { ...row, ...figures };
}

/** What the edition promised to whoever completes it. */
async function certifyModule(
  db: Db,
  { row, edition, now }: { row: Enrollment; edition: Edition; now: Date },
): Promise<void> {
  if (edition.certificateTypeId === null) return;
  await award(db, {
    franchiseeId: row.franchisee_id,
    staffId: row.staff_id,
    typeId: edition.certificateTypeId,
    title: edition.title,
    of: { source: 'MODULE', module_id: row.module_id, edition: row.edition },
    scoreBp: row.best_score_bp,
    now,
  });
}
