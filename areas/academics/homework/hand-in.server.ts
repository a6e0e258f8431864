// What is handed in, by a family or by the teacher for a child; at most three attempts, the next one only after a return.
import { todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import { lockRow, moveStatus } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { asFamily } from '../../students/public.server.ts';
import { refuseAcademics } from '../academics.refusals.ts';
import { filesOf, saveFiles } from '../entry-file/entry-files.server.ts';
import { homeworkContract, submissionContract } from './homework.contract.ts';
import {
  HAND_IN_TYPES,
  MOST_ATTEMPTS,
  MOST_HAND_IN_MB,
  openUntil,
  submissionStates,
} from './homework.states.ts';
import {
  childrenOf,
  factsOf,
  type HomeworkRow,
  isClosed,
  lockHomework,
  submissionsOf,
  withFiles,
} from './homework-rules.server.ts';

interface HandIn {
  enrolmentId: string;
  fileIds: readonly string[];
  note: string | null;
  byKind: 'FAMILY' | 'STAFF';
  now: Date;
}

/** Writes the next attempt of a child. The homework is locked: two devices do not make two attempts. */
async function handInto(db: Db, row: HomeworkRow, work: HandIn): Promise<{ attempt: number; late: boolean }> {
  const { enrolmentId, fileIds, note, byKind, now } = work;
  const visible = row.status === 'PUBLISHED' && row.publish_at !== null && new Date(row.publish_at) <= now;
  ensure(visible, () => refuse('row.not-found'));
  ensure(row.submission !== 'NONE', () => refuseAcademics('homework.nothing-asked'));
  ensure(!isClosed(row.due_on, now), () => refuseAcademics('homework.closed'));
  ensureFound((await childrenOf(db, row, sql`e.id = ${enrolmentId}`))[0]);
  const [last] = await submissionsOf(db, sql`b.homework_id = ${row.id} and b.enrolment_id = ${enrolmentId}`);
  const attempt = (last?.attempt ?? 0) + 1;
  ensure(last === undefined || last.status === 'RETURNED', () => refuseAcademics('submission.handed-in'));
  ensure(attempt <= MOST_ATTEMPTS, () => refuseAcademics('submission.attempts'));
  if (row.submission === 'PHOTO_OR_FILE' && fileIds.length === 0)
    throw refuse('input.invalid', { fields: { fileIds: 'Add a picture or a file' } });
  const late = todayIst(now) > row.due_on;
  const { id } = await db
    .insertInto('homework_submission')
    .values({
      franchisee_id: row.franchisee_id,
      homework_id: row.id,
      enrolment_id: enrolmentId,
      attempt,
      note,
      handed_in_at: now,
      late,
      by_kind: byKind,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await saveFiles(
    db,
    { franchiseeId: row.franchisee_id, kind: 'SUBMISSION', id },
    fileIds.map((fileId) => ({ fileId, tagged: [enrolmentId] })),
    { accept: HAND_IN_TYPES, maxMb: MOST_HAND_IN_MB },
  );
  return { attempt, late };
}

/** The family finds the homework in its own scope first: row security says whose it is. */
export const handInHomework = handle(homeworkContract.handIn, async ({ db, actor, input, now }) => {
  const seen = ensureFound((await factsOf(db, [input.id]))[0]);
  return asFamily(db, actor, input.enrolmentId, async ({ studentAdmissionId }) =>
    handInto(db, await lockRow(db, 'homework', seen.id), {
      enrolmentId: studentAdmissionId,
      fileIds: input.fileIds ?? [],
      note: input.note ?? null,
      byKind: 'FAMILY',
      now,
    }),
  );
});

export const collectHomework = handle(submissionContract.collect, async ({ db, actor, input, now }) => {
  const { row } = await lockHomework(db, actor, input.id, { now });
  return handInto(db, row, {
    enrolmentId: input.enrolmentId,
    fileIds: input.fileIds ?? [],
    note: input.note ?? null,
    byKind: 'STAFF',
    now,
  });
});

export const exemptChild = handle(submissionContract.exempt, async ({ db, actor, input, now }) => {
  const { row } = await lockHomework(db, actor, input.id, { now });
  ensure(row.status === 'PUBLISHED', () => refuse('row.wrong-state'));
  ensureFound((await childrenOf(db, row, sql`e.id = ${input.enrolmentId}`))[0]);
  const [last] = await submissionsOf(
    db,
    sql`b.homework_id = ${row.id} and b.enrolment_id = ${input.enrolmentId}`,
  );
  if (last) {
    await moveStatus(db, {
      states: submissionStates,
      table: 'homework_submission',
      row: { franchisee_id: row.franchisee_id, id: last.id, status: last.status },
      action: 'exempt',
      reason: input.reason,
      set: { comment: input.reason, reviewed_by: actor.userId, reviewed_at: now },
    });
    return {};
  }
  await db
    .insertInto('homework_submission')
    .values({
      franchisee_id: row.franchisee_id,
      homework_id: row.id,
      enrolment_id: input.enrolmentId,
      attempt: 1,
      handed_in_at: now,
      late: false,
      by_kind: 'STAFF',
      status: 'EXEMPT',
      comment: input.reason,
      reviewed_by: actor.userId,
      reviewed_at: now,
    })
    .execute();
  return {};
});

/** Homework of the own children: row security finds it, the placement of that day says whose. */
async function ownHomework(db: Db, now: Date, id: string | null) {
  const { rows } = await sql<{ id: string; enrolmentId: string; studentId: string; child: string }>`
    select h.id, e.id as "enrolmentId", s.id as "studentId", coalesce(s.call_name, s.name) as child
      from homework h join placement l on l.franchisee_id = h.franchisee_id and l.section_id = h.section_id
       and l.from_on <= h.assigned_on and coalesce(l.before_on, 'infinity') > h.assigned_on
      join enrolment e on e.franchisee_id = l.franchisee_id and e.id = l.enrolment_id
      join student s on s.franchisee_id = e.franchisee_id and s.id = e.student_id
     where h.status = 'PUBLISHED' and h.publish_at <= ${now} and ${id === null ? sql`true` : sql`h.id = ${id}`}
       and (h.all_children or exists (select from homework_target t where t.homework_id = h.id and t.enrolment_id = e.id))
     order by h.due_on desc, h.id, s.name limit 200`.execute(db);
  return rows;
}

export const myHomework = handle(homeworkContract.mine, async ({ db, actor, now }) => {
  ensure(actor.students !== null, () => refuse('row.not-found'));
  const own = await ownHomework(db, now, null);
  const facts = new Map(
    (await factsOf(db, [...new Set(own.map(({ id }) => id))])).map((row) => [row.id, row] as const),
  );
  const attempts = await submissionsOf(db, sql`true`);
  const rows = own.flatMap(({ id, enrolmentId, child }) => {
    const row = facts.get(id);
    if (!row) return [];
    const last = attempts.find((one) => one.homeworkId === id && one.enrolmentId === enrolmentId);
    const closed = isClosed(row.due_on, now);
    const done = row.submission === 'NONE' ? closed : last !== undefined && last.status !== 'RETURNED';
    return [
      {
        id,
        enrolmentId,
        child,
        title: row.title,
        subject: row.subject,
        dueOn: row.due_on,
        submission: row.submission,
        status: last?.status ?? null,
        late: last?.late ?? (row.submission !== 'NONE' && todayIst(now) > row.due_on),
        closed,
        done,
      },
    ];
  });
  return {
    rows: rows.sort(
      (a, b) =>
        Number(a.done || a.closed) - Number(b.done || b.closed) ||
        (a.done || a.closed ? b.dueOn.localeCompare(a.dueOn) : a.dueOn.localeCompare(b.dueOn)),
    ),
  };
});

export const ownHomeworkOf = handle(homeworkContract.own, async ({ db, actor, input, now }) => {
  ensure(actor.students !== null, () => refuse('row.not-found'));
  const own = await ownHomework(db, now, input.id);
  const [first] = own;
  const row = (await factsOf(db, [input.id]))[0];
  if (!first || !row) throw refuse('row.not-found');
  const found = await submissionsOf(db, sql`b.homework_id = ${row.id}`);
  const owner = { franchiseeId: row.franchisee_id, kind: 'HOMEWORK' } as const;
  // Files are read as the centre, of rows the family was given.
  const { files, attempts } = await asFamily(db, actor, first.enrolmentId, async () => ({
    files: await filesOf(db, owner, [row.id]),
    attempts: await withFiles(db, row.franchisee_id, found),
  }));
  const closed = isClosed(row.due_on, now);
  return {
    id: row.id,
    title: row.title,
    text: row.text,
    section: row.section,
    subject: row.subject,
    assignedOn: row.assigned_on,
    dueOn: row.due_on,
    openUntil: openUntil(row.due_on),
    submission: row.submission,
    closed,
    today: todayIst(now),
    files: files.map(({ fileId, name, picture, url }) => ({ fileId, name, picture, url })),
    children: own.map(({ enrolmentId, studentId, child }) => {
      const mine = attempts.filter((one) => one.enrolmentId === enrolmentId);
      const again = mine[0] === undefined || (mine[0].status === 'RETURNED' && mine.length < MOST_ATTEMPTS);
      return {
        enrolmentId,
        studentId,
        name: child,
        attempts: mine,
        can: {
          handIn: !closed && again && row.submission !== 'NONE' && mayCall(actor, homeworkContract.handIn),
        },
      };
    }),
  };
});
