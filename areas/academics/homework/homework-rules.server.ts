// Who may set which homework, for whom it is, and what was handed in.
import { type Day, todayIst } from '@aangan/contract/period.ts';
import { several } from '@aangan/server/sql.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { lockRow, type RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import { queueMessage } from '../../communication/public.server.ts';
import { filesOf } from '../entry-file/entry-files.server.ts';
import { ensureMySection, type PlacedSection } from '../structure/sections.server.ts';
import type { Submission } from './homework.contract.ts';
import { openUntil } from './homework.states.ts';

export type HomeworkRow = RowIn<'homework'>;

/** A homework of an own section, locked. */
export async function lockHomework(
  db: Db,
  actor: Actor,
  id: string,
  { version, now }: { version?: number | undefined; now: Date },
): Promise<{ row: HomeworkRow; section: PlacedSection }> {
  const row = await lockRow(db, 'homework', id, version);
  return { row, section: await ensureMySection(db, actor, row.section_id, todayIst(now)) };
}

export const isClosed = (dueOn: Day, now: Date): boolean => openUntil(dueOn) < todayIst(now);

export interface HomeworkChild {
  enrolmentId: string;
  studentId: string;
  name: string;
}

/** The children a homework is for: those of its section on the day it was given, all or the chosen ones. */
export async function childrenOf(
  db: Db,
  row: Pick<HomeworkRow, 'franchisee_id' | 'id' | 'section_id' | 'assigned_on' | 'all_children'>,
  only: RawBuilder<unknown> = sql`true`,
): Promise<HomeworkChild[]> {
  const { rows } = await sql<HomeworkChild>`
    select e.id as "enrolmentId", s.id as "studentId", s.name from placement l
      join enrolment e on e.franchisee_id = l.franchisee_id and e.id = l.enrolment_id
      join student s on s.franchisee_id = e.franchisee_id and s.id = e.student_id
     where l.franchisee_id = ${row.franchisee_id} and l.section_id = ${row.section_id} and l.from_on <= ${row.assigned_on}::date
       and coalesce(l.before_on, 'infinity') > ${row.assigned_on}::date and e.status <> 'CANCELLED' and ${only}
       and (${row.all_children} or exists (select from homework_target t
         where t.franchisee_id = e.franchisee_id and t.homework_id = ${row.id} and t.enrolment_id = e.id))
     order by s.name, s.id`.execute(db);
  return rows;
}

export type OwnedSubmission = Omit<Submission, 'files'> & { homeworkId: string; enrolmentId: string };

/** Attempts, the newest first. What a family finds of them is row security. */
export async function submissionsOf(db: Db, where: RawBuilder<unknown>): Promise<OwnedSubmission[]> {
  const { rows } = await sql<OwnedSubmission>`
    select b.id, b.homework_id as "homeworkId", b.enrolment_id as "enrolmentId", b.attempt, b.note, b.handed_in_at as "handedInAt",
           b.late, b.by_kind as "byKind", b.status, b.sticker, b.comment, b.version
      from homework_submission b where ${where} order by b.handed_in_at desc, b.attempt desc, b.id limit 2000`.execute(
    db,
  );
  return rows;
}

/** The same with their files; as the centre. */
export async function withFiles<S extends { id: string }>(db: Db, franchiseeId: number, rows: readonly S[]) {
  const files = await filesOf(
    db,
    { franchiseeId, kind: 'SUBMISSION' },
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    ...row,
    files: files
      .filter(({ ownerId }) => ownerId === row.id)
      .map(({ fileId, name, picture, url }) => ({ fileId, name, picture, url })),
  }));
}

export const sourceOf = (id: string) => ({ kind: 'homework', id });

export async function tellHomework(db: Db, row: HomeworkRow): Promise<void> {
  if (row.publish_at === null) return;
  for (const child of await childrenOf(db, row))
    await queueMessage(db, {
      kind: 'academics.homework-published',
      franchiseeId: row.franchisee_id,
      about: { studentIds: [child.studentId] },
      values: { child: child.name, title: row.title, due: row.due_on },
      dedupeKey: `${row.id}:${child.enrolmentId}`,
      notBefore: new Date(row.publish_at),
      source: sourceOf(row.id),
    });
}

/** Families without a hand-in, or with a returned one: each once a day. Returns how many. */
export async function remindMissing(db: Db, row: HomeworkRow, now: Date): Promise<number> {
  const last = new Map<string, string>();
  for (const one of await submissionsOf(db, sql`b.homework_id = ${row.id}`))
    if (!last.has(one.enrolmentId)) last.set(one.enrolmentId, one.status);
  let families = 0;
  for (const child of await childrenOf(db, row)) {
    const status = last.get(child.enrolmentId);
    if (status !== undefined && status !== 'RETURNED') continue;
    const queued = await queueMessage(db, {
      kind: 'academics.homework-missing',
      franchiseeId: row.franchisee_id,
      about: { studentIds: [child.studentId] },
      values: { child: child.name, title: row.title, due: row.due_on },
      dedupeKey: `${row.id}:${child.enrolmentId}:${todayIst(now)}`,
      source: sourceOf(row.id),
    });
    if (queued) families += 1;
  }
  return families;
}

/** The label and subject of homeworks, with their rows. */
export async function factsOf(db: Db, ids: readonly string[]) {
  const { rows } = await sql<HomeworkRow & { section: string; subject: string | null }>`
    select h.*, k.name || ' ' || n.name as section, u.name as subject from homework h
      join section n on n.franchisee_id = h.franchisee_id and n.id = h.section_id join class k on k.id = n.class_id
      left join subject u on u.id = h.subject_id where ${several('h.id', ids, 'uuid')}`.execute(db);
  return rows;
}
