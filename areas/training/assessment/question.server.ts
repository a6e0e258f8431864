import type { ParsedInputOf } from '@aangan/contract/endpoint.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensureFound, ensureFresh } from '@aangan/server/work/ensure.ts';
import type { RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { ensureSame } from '../head-office.server.ts';
import { questionContract as contract } from './assessment.contract.ts';
import { addQuestions, lockDraft, type NewQuestion } from './assessment.server.ts';
import { isFault, keptOf } from './question.ts';

type Input = Omit<ParsedInputOf<typeof contract.add>, 'assessmentId'>;

/** The question as it is kept; refuses at the field what is wrong with it. */
function questionOf(input: Input): NewQuestion {
  const correct = input.kind === 'TRUE_FALSE' ? (input.isTrue ? [input.isTrue] : []) : (input.correct ?? []);
  const found = keptOf({ ...input, correct });
  if (isFault(found)) {
    const field = input.kind === 'TRUE_FALSE' ? 'isTrue' : found.field;
    throw refuse('input.invalid', { fields: { [field]: found.text } });
  }
  const { kind, stem, points, explanation } = input;
  return { kind, stem, points, explanation: explanation ?? null, ...found };
}

export const addQuestion = handle(contract.add, async ({ db, actor, input }) => {
  await lockDraft(db, actor, input.assessmentId);
  const [id] = await addQuestions(db, input.assessmentId, [questionOf(input)]);
  return { id: ensureFound(id) };
});

/** A question of an assessment that is a draft, both locked. */
async function lockQuestion(
  db: Db,
  actor: Actor,
  { id, version }: { id: string; version: number | undefined },
): Promise<RowIn<'assessment_question'>> {
  const one = db.selectFrom('assessment_question').selectAll().where('id', '=', id);
  await lockDraft(db, actor, ensureFound(await one.executeTakeFirst()).assessment_id);
  const row = ensureFound(await one.forUpdate().executeTakeFirst());
  ensureFresh(row.version === version ? 1 : 0);
  return row;
}

export const changeQuestion = handle(contract.change, async ({ db, actor, input, version }) => {
  const row = await lockQuestion(db, actor, { id: input.id, version });
  await db.updateTable('assessment_question').set(questionOf(input)).where('id', '=', row.id).execute();
  return {};
});

export const removeQuestion = handle(contract.remove, async ({ db, actor, input, version }) => {
  const row = await lockQuestion(db, actor, { id: input.id, version });
  await db.deleteFrom('assessment_question').where('id', '=', row.id).execute();
  return {};
});

export const orderQuestions = handle(contract.order, async ({ db, actor, input }) => {
  await lockDraft(db, actor, input.assessmentId);
  const { rows } = await sql<{ id: string }>`
    select id from assessment_question where assessment_id = ${input.assessmentId} order by id for update`.execute(
    db,
  );
  ensureSame(rows, input.ids);
  await sql`update assessment_question q set position = o.n from unnest(${input.ids}::uuid[]) with ordinality o (id, n) where q.id = o.id`.execute(
    db,
  );
  return {};
});
