import { todayIst } from '@aangan/contract/period.ts';
import { actionsFrom } from '@aangan/contract/states.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { type Actor, mayCall } from '@aangan/server/work/actor.ts';
import { ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import { lockRow, moveStatus, type RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { queueMessage } from '../../communication/public.server.ts';
import { ensureMySection, mySections } from '../structure/sections.server.ts';
import { submissionContract } from './homework.contract.ts';
import { stickers, submissionStates } from './homework.states.ts';
import {
  childrenOf,
  factsOf,
  type HomeworkRow,
  sourceOf,
  submissionsOf,
  withFiles,
} from './homework-rules.server.ts';

export const submissionsOfChild = handle(submissionContract.ofChild, async ({ db, actor, input, now }) => {
  const { rows: found } = await sql<{ name: string; franchiseeId: number; enrolmentIds: string[] }>`
    select s.name, s.franchisee_id as "franchiseeId", array_agg(e.id) as "enrolmentIds" from student s
      join enrolment e on e.franchisee_id = s.franchisee_id and e.student_id = s.id
     where s.id = ${input.studentId} group by s.franchisee_id, s.id`.execute(db);
  const child = ensureFound(found[0]);
  const mine = (await mySections(db, actor, todayIst(now))).map(({ id }) => id);
  const subject =
    input.subjectId === 'none'
      ? null
      : ensureFound(
          await db.selectFrom('subject').select('name').where('id', '=', input.subjectId).executeTakeFirst(),
        ).name;
  const attempts = await submissionsOf(
    db,
    sql`b.enrolment_id = any (${child.enrolmentIds}::uuid[]) and b.status <> 'EXEMPT'
      and exists (select from homework h where h.franchisee_id = b.franchisee_id and h.id = b.homework_id
        and h.section_id = any (${mine}::uuid[])
        and h.subject_id is not distinct from ${input.subjectId === 'none' ? null : input.subjectId}::uuid)`,
  );
  const facts = new Map(
    (
      await factsOf(
        db,
        attempts.map((one) => one.homeworkId),
      )
    ).map((row) => [row.id, row] as const),
  );
  const next = new Map<string, { studentId: string; name: string } | null>();
  for (const row of facts.values()) next.set(row.id, await nextOf(db, row, child.name, input.studentId));
  const rows = (await withFiles(db, child.franchiseeId, attempts)).map((row) => {
    const steps = new Set<string>(actionsFrom(submissionStates, row.status));
    const writes = mayCall(actor, submissionContract.review);
    return {
      ...row,
      title: facts.get(row.homeworkId)?.title ?? '–',
      dueOn: facts.get(row.homeworkId)?.due_on ?? todayIst(now),
      can: { review: writes && steps.has('review'), return: writes && steps.has('return') },
      next: next.get(row.homeworkId) ?? null,
    };
  });
  return { name: child.name, subject, rows };
});

/** Who of the same homework waits for review after this child, by name and round to the first. */
async function nextOf(db: Db, row: HomeworkRow, name: string, studentId: string) {
  const waiting = await childrenOf(
    db,
    row,
    sql`exists (select from homework_submission b where b.franchisee_id = e.franchisee_id and b.homework_id = ${row.id}
      and b.enrolment_id = e.id and b.status = 'SUBMITTED')`,
  );
  const others = waiting.filter((one) => one.studentId !== studentId);
  const after = others.find((one) => one.name >= name) ?? others[0];
  return after ? { studentId: after.studentId, name: after.name } : null;
}

async function lockSubmission(
  db: Db,
  actor: Actor,
  id: string,
  { version, now }: { version: number | undefined; now: Date },
) {
  const row = await lockRow(db, 'homework_submission', id, version);
  const homework = ensureFound((await factsOf(db, [row.homework_id]))[0]);
  await ensureMySection(db, actor, homework.section_id, todayIst(now));
  return { row, homework };
}

async function tell(
  db: Db,
  kind: string,
  row: RowIn<'homework_submission'>,
  homework: HomeworkRow,
  values: Record<string, string>,
) {
  const [child] = await childrenOf(db, homework, sql`e.id = ${row.enrolment_id}`);
  if (!child) return;
  await queueMessage(db, {
    kind,
    franchiseeId: row.franchisee_id,
    about: { studentIds: [child.studentId] },
    values: { child: child.name, title: homework.title, ...values },
    dedupeKey: row.id,
    source: sourceOf(homework.id),
  });
}

export const reviewSubmission = handle(
  submissionContract.review,
  async ({ db, actor, input, version, now }) => {
    const { row, homework } = await lockSubmission(db, actor, input.id, { version, now });
    await moveStatus(db, {
      states: submissionStates,
      table: 'homework_submission',
      row,
      action: 'review',
      set: {
        sticker: input.sticker ?? null,
        comment: input.comment ?? null,
        reviewed_by: userIdOf(actor),
        reviewed_at: now,
      },
    });
    await tell(db, 'academics.homework-reviewed', row, homework, {
      sticker: input.sticker ? stickers[input.sticker] : '👍',
    });
    return {};
  },
);

export const returnSubmission = handle(
  submissionContract.return,
  async ({ db, actor, input, version, now }) => {
    const { row, homework } = await lockSubmission(db, actor, input.id, { version, now });
    await moveStatus(db, {
      states: submissionStates,
      table: 'homework_submission',
      row,
      action: 'return',
      reason: input.comment,
      set: { comment: input.comment, reviewed_by: userIdOf(actor), reviewed_at: now },
    });
    await tell(db, 'academics.homework-returned', row, homework, {});
    return {};
  },
);
