import type { ParsedInputOf } from '@aangan/contract/endpoint.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { actionsFrom } from '@aangan/contract/states.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { type Actor, mayCall } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound, ensureFresh, ensureStep } from '@aangan/server/work/ensure.ts';
import type { RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { ensureNetwork } from '../head-office.server.ts';
import type { QuestionKind } from '../module/module.states.ts';
import { refuseTraining } from '../training.refusals.ts';
import { assessmentContract as contract, type Question } from './assessment.contract.ts';
import { assessmentStates } from './assessment.states.ts';
import type { Kept } from './question.ts';

type Row = RowIn<'teacher_assessment'>;

export const questions = handle(contract.questions, async ({ db, actor, input }) => {
  const row = ensureFound(
    await db.selectFrom('teacher_assessment').selectAll().where('id', '=', input.id).executeTakeFirst(),
  );
  const { rows } = await sql<Question>`
    select id, version, kind, stem, options, answer, points, explanation from assessment_question
     where assessment_id = ${row.id} order by position, id limit 300`.execute(db);
  const steps = new Set(actionsFrom(assessmentStates, row.status));
  const own = actor.wholeNetwork && mayCall(actor, contract.change);
  return {
    id: row.id,
    title: row.title,
    version: row.version,
    status: row.status,
    points: rows.reduce((sum, { points }) => sum + points, 0),
    rows,
    can: {
      edit: own && row.status === 'DRAFT',
      publish: own && steps.has('publish'),
      takeBack: own && steps.has('take-back'),
      archive: own && steps.has('archive'),
      restore: own && steps.has('restore'),
    },
  };
});

type Input = ParsedInputOf<typeof contract.add>;

/** The columns of an assessment. A worksheet is repeated at once and shows what was right at once. */
async function columnsOf(db: Db, id: string | null, input: Input) {
  const module = await db
    .selectFrom('teacher_module')
    .select('status')
    .where('id', '=', input.moduleId)
    .executeTakeFirst();
  ensure(module && module.status !== 'ARCHIVED', () =>
    refuse('input.invalid', { fields: { moduleId: 'Choose a module that is not archived' } }),
  );
  const taken =
    await sql`select from teacher_assessment where lower(title) = lower(${input.title}) and id is distinct from ${id}::uuid`.execute(
      db,
    );
  ensure(taken.rows.length === 0, () =>
    refuseTraining('assessment.title-taken', { fields: { title: 'Another assessment has this title' } }),
  );
  const graded = input.type === 'Bridge Course';
  return {
    module_id: input.moduleId,
    type: input.type,
    title: input.title,
    instructions: input.instructions ?? null,
    pass_bp: input.passBp,
    max_attempts: graded ? (input.maxAttempts ?? 3) : null,
    cooldown_h: graded ? (input.cooldownH ?? 24) : null,
    time_limit_min: graded ? (input.timeLimitMin ?? null) : null,
    shuffle: input.shuffle,
    show_answers: graded ? (input.afterPass ?? ('AFTER_PASS' as const)) : ('AT_ONCE' as const),
  };
}

export const addAssessment = handle(contract.add, async ({ db, actor, input }) => {
  ensureNetwork(actor);
  return db
    .insertInto('teacher_assessment')
    .values(await columnsOf(db, null, input))
    .returning('id')
    .executeTakeFirstOrThrow();
});

async function lockAssessment(db: Db, actor: Actor, id: string, version?: number): Promise<Row> {
  ensureNetwork(actor);
  const row = ensureFound(
    await db.selectFrom('teacher_assessment').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),
  );
  if (version !== undefined) ensureFresh(row.version === version ? 1 : 0);
  return row;
}

/** An assessment that may be changed, locked: places of its questions are given one after the other. */
export async function lockDraft(db: Db, actor: Actor, id: string, version?: number): Promise<Row> {
  const row = await lockAssessment(db, actor, id, version);
  ensure(row.status === 'DRAFT', () => refuseTraining('assessment.published'));
  return row;
}

export const changeAssessment = handle(contract.change, async ({ db, actor, input, version }) => {
  const row = await lockDraft(db, actor, input.id, version ?? 0);
  await db
    .updateTable('teacher_assessment')
    .set(await columnsOf(db, row.id, input))
    .where('id', '=', row.id)
    .execute();
  return {};
});

async function move(
  db: Db,
  actor: Actor,
  { id, version, action }: { id: string; version: number | undefined; action: string },
) {
  const row = await lockAssessment(db, actor, id, version ?? 0);
  const status = ensureStep(assessmentStates, row.status, action);
  if (action === 'publish') {
    const { rows } =
      await sql`select from assessment_question where assessment_id = ${row.id} limit 1`.execute(db);
    ensure(rows.length > 0, () => refuseTraining('assessment.not-ready'));
  }
  await db.updateTable('teacher_assessment').set({ status }).where('id', '=', row.id).execute();
  return {};
}

export const publishAssessment = handle(contract.publish, ({ db, actor, input, version }) =>
  move(db, actor, { id: input.id, version, action: 'publish' }),
);
export const takeBackAssessment = handle(contract.takeBack, ({ db, actor, input, version }) =>
  move(db, actor, { id: input.id, version, action: 'take-back' }),
);
export const archiveAssessment = handle(contract.archive, ({ db, actor, input, version }) =>
  move(db, actor, { id: input.id, version, action: 'archive' }),
);
export const restoreAssessment = handle(contract.restore, ({ db, actor, input, version }) =>
  move(db, actor, { id: input.id, version, action: 'restore' }),
);

export interface NewQuestion extends Kept {
  kind: QuestionKind;
  stem: string;
  points: number;
  explanation?: string | null | undefined;
}

/** Adds questions behind those of an assessment, which is locked. At most 300 in one assessment. */
export async function addQuestions(
  db: Db,
  assessmentId: string,
  added: readonly NewQuestion[],
): Promise<string[]> {
  const { rows } = await sql<{
    last: number;
    n: number;
  }>`select coalesce(max(position), 0)::int as last, count(*)::int as n from assessment_question where assessment_id = ${assessmentId}`.execute(
    db,
  );
  const { last, n } = ensureFound(rows[0]);
  ensure(n + added.length <= 300, () =>
    refuse('input.invalid', { fields: { stem: 'An assessment has at most 300 questions' } }),
  );
  const made = await db
    .insertInto('assessment_question')
    .values(
      added.map((one, i) => ({
        assessment_id: assessmentId,
        position: last + i + 1,
        kind: one.kind,
        stem: one.stem,
        options: one.options,
        answer: one.answer,
        points: one.points,
        explanation: one.explanation ?? null,
      })),
    )
    .returning('id')
    .execute();
  return made.map(({ id }) => id);
}
