import type { ParsedInputOf } from '@aangan/contract/endpoint.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { personName } from '@aangan/server/sql.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound, ensureFresh, ensureStep } from '@aangan/server/work/ensure.ts';
import type { RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { classGroupOf } from '../../academics/public.server.ts';
import { ensureNetwork, ensureSame } from '../head-office.server.ts';
import { refuseTraining } from '../training.refusals.ts';
import { moduleContract as contract } from './module.contract.ts';
import { moduleSteps } from './module.listing.server.ts';
import { moduleStates } from './module.states.ts';
import { assessmentsOf, missingOf, topicsOf } from './outline.server.ts';

type Row = RowIn<'teacher_module'>;

export const outline = handle(contract.outline, async ({ db, actor, input }) => {
  const row = ensureFound(
    await db.selectFrom('teacher_module').selectAll().where('id', '=', input.id).executeTakeFirst(),
  );
  const topics = await topicsOf(db, row.id);
  const assessments = await assessmentsOf(db, row.id);
  const last = await sql<{ at: Date; by: string | null }>`
    select e.created_at as at, ${personName('u')} as by from teacher_module_edition e left join app_user u on u.id = e.created_by
     where e.module_id = ${row.id} and e.edition = ${row.edition}`.execute(db);
  const published = last.rows[0];
  return {
    id: row.id,
    title: row.title,
    version: row.version,
    status: row.status,
    edition: row.edition,
    publishedAt: published ? new Date(published.at).toISOString() : null,
    publishedBy: published?.by ?? null,
    topics: topics.map(({ id, title, minutes, items }) => ({
      id,
      title,
      minutes,
      items: items.map((item) => ({ id: item.id, kind: item.kind, title: item.title })),
    })),
    assessments,
    missing: await missingOf(db, { topics, assessments }),
    can: moduleSteps(actor, row.status),
  };
});

type Input = ParsedInputOf<typeof contract.add>;

async function columnsOf(db: Db, id: string | null, input: Input) {
  const group = await classGroupOf(db, input.classGroupId);
  ensure(group?.type === 'Teacher Training', () =>
    refuseTraining('module.group-type', {
      fields: { classGroupId: 'Choose a class group of type Teacher Training' },
    }),
  );
  const taken =
    await sql`select from teacher_module where code = ${input.code} and id is distinct from ${id}::uuid`.execute(
      db,
    );
  ensure(taken.rows.length === 0, () =>
    refuseTraining('module.code-taken', { fields: { code: 'Another module has this code' } }),
  );
  return {
    code: input.code,
    title: input.title,
    class_group_id: input.classGroupId,
    description: input.description ?? null,
    staff_categories: [...new Set(input.staffCategories ?? [])],
    certificate_type_id: input.certificateTypeId ?? null,
    due_days: input.dueDays ?? null,
    needs_approval: input.needsApproval,
    sequential: input.sequential,
  };
}

export const addModule = handle(contract.add, async ({ db, actor, input }) => {
  ensureNetwork(actor);
  return db
    .insertInto('teacher_module')
    .values(await columnsOf(db, null, input))
    .returning('id')
    .executeTakeFirstOrThrow();
});

/** A module, locked for one of its authors. */
async function lockModule(db: Db, actor: Actor, id: string, version?: number): Promise<Row> {
  ensureNetwork(actor);
  const row = ensureFound(
    await db.selectFrom('teacher_module').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),
  );
  if (version !== undefined) ensureFresh(row.version === version ? 1 : 0);
  return row;
}

const ensureOpen = (row: Row): void =>
  ensure(row.status !== 'ARCHIVED', () => refuseTraining('module.archived'));

const set = (db: Db, id: string, values: Partial<Pick<Row, 'status' | 'edition'>>) =>
  db.updateTable('teacher_module').set(values).where('id', '=', id).execute();

export const changeModule = handle(contract.change, async ({ db, actor, input, version }) => {
  const row = await lockModule(db, actor, input.id, version ?? 0);
  ensureOpen(row);
  await db
    .updateTable('teacher_module')
    .set(await columnsOf(db, row.id, input))
    .where('id', '=', row.id)
    .execute();
  return {};
});

export const publishModule = handle(contract.publish, async ({ db, actor, input, version }) => {
  const row = await lockModule(db, actor, input.id, version ?? 0);
  const status = ensureStep(moduleStates, row.status, 'publish');
  const topics = await topicsOf(db, row.id);
  const assessments = await assessmentsOf(db, row.id);
  const missing = await missingOf(db, { topics, assessments });
  ensure(missing.length === 0, () =>
    refuseTraining('module.not-ready', { details: { missing, list: missing.join('; ') } }),
  );
  const edition = row.edition + 1;
  const snapshot = {
    code: row.code,
    title: row.title,
    description: row.description,
    sequential: row.sequential,
    certificateTypeId: row.certificate_type_id,
    topics,
    assessments,
  };
  await sql`insert into teacher_module_edition (module_id, edition, snapshot) values (${row.id}, ${edition}, ${JSON.stringify(snapshot)}::jsonb)`.execute(
    db,
  );
  await set(db, row.id, { status, edition });
  return { edition };
});

export const archiveModule = handle(contract.archive, async ({ db, actor, input, version }) => {
  const row = await lockModule(db, actor, input.id, version ?? 0);
  await set(db, row.id, { status: ensureStep(moduleStates, row.status, 'archive') });
  return {};
});

export const restoreModule = handle(contract.restore, async ({ db, actor, input, version }) => {
  const row = await lockModule(db, actor, input.id, version ?? 0);
  await set(db, row.id, { status: ensureStep(moduleStates, row.status, 'restore') });
  return {};
});

export const orderTopics = handle(contract.orderTopics, async ({ db, actor, input }) => {
  const row = await lockModule(db, actor, input.id);
  ensureOpen(row);
  const { rows } = await sql<{ id: string }>`
    select id from teacher_training_topic where module_id = ${row.id} order by id for update`.execute(db);
  ensureSame(rows, input.ids);
  await sql`update teacher_training_topic t set position = o.n from unnest(${input.ids}::uuid[]) with ordinality o (id, n) where t.id = o.id`.execute(
    db,
  );
  return {};
});
