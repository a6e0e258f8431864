// Writing one record. Row security and the paired foreign keys are the border; what is checked here is what the user
// can correct: values that do not fit together, references that do not exist, a version that has moved on.
import type { Method } from '@aangan/contract/endpoint.ts';
import type { AnyRecord } from '@aangan/contract/record.ts';
import { refusals, refuse } from '@aangan/contract/refusal.ts';
import { type RawBuilder, sql } from 'kysely';
import { releaseFile, useFile } from '../files/files.ts';
import type { Actor } from '../work/actor.ts';
import { chosenCentre, chosenYear } from '../work/ensure.ts';
import type { Db } from '../work/unit-of-work.ts';
import { asRefusals, learnConstraints } from './record-constraints.ts';
import { getRecord, isOwned, type Row } from './record-list.ts';
import { isPaired, planOf, type RecordPlan } from './record-plan.ts';

/** For rows that only head office may change. */
export const refuseShared = refusals({
  'row.shared': [403, "This entry is the network's. Only head office can change it."],
});

const HEAD_OFFICE = 1;
export type Values = Record<string, unknown>;

/**
 * Adds a row to the chosen centre (and year) and gives it back. With an `id` that is there already: the row when its
 * values are equal, so that a repeated call is harmless; else 409 row.duplicate.
 */
export async function createRecord(db: Db, record: AnyRecord, input: Values, actor: Actor): Promise<Row> {
  const plan = planOf(record);
  if (!isOwned(plan, null, actor, 'POST')) throw refuseShared('row.shared');
  const { id, ...values } = input;
  ensureNoProblems(plan, values);
  const franchiseeId = plan.ofCentre ? chosenCentre(actor) : undefined;
  await ensureReferences(db, plan, values, franchiseeId);
  await learnConstraints(db, plan);
  const cells = cellsOf(plan, values);
  if (franchiseeId !== undefined) cells.push(['franchisee_id', franchiseeId]);
  if (plan.ofYear) cells.push(['academic_year_id', chosenYear(actor)]);
  if (id !== undefined) cells.push(['id', id]);
  const made = await asRefusals(plan, 'write', () => insertRow(db, plan, cells));
  if (made === null) await ensureSame(db, plan, cells);
  else
    await useFiles(
      db,
      plan,
      { id: made, franchiseeId: franchiseeId ?? actor.franchiseeId ?? HEAD_OFFICE },
      values,
      {},
    );
  return getRecord(db, record, made ?? (id as string), actor, franchiseeId);
}

async function insertRow(db: Db, plan: RecordPlan, cells: readonly Cell[]): Promise<string | number | null> {
  const names = sql.join(cells.map(([column]) => sql.id(column)));
  const values = sql.join(cells.map(([, value]) => sql`${value}`));
  const key = plan.ofCentre ? sql`(franchisee_id, id)` : sql`(id)`;
  const { rows } = await sql<{
    id: string | number;
  }>`insert into ${plan.table} (${names}) values (${values}) on conflict ${key} do nothing returning id`.execute(
    db,
  );
  return rows[0]?.id ?? null;
}

// Compared by the database, in the columns' own types: 10:30+05:30 is 05:00Z.
async function ensureSame(db: Db, plan: RecordPlan, cells: readonly Cell[]): Promise<void> {
  const same = cells.map(([column, value]) => sql`${sql.id(column)} is not distinct from ${value}`);
  const { rows } = await sql`select from ${plan.table} where ${sql.join(same, sql` and `)}`.execute(db);
  if (rows.length === 0) throw refuse('row.duplicate', { fields: { id: 'Already used' } });
}

/** Changes the given fields (null clears) of the version the caller saw. 404, 412 row.stale, 422. */
export async function updateRecord(
  db: Db,
  record: AnyRecord,
  target: { id: string | number; version: number },
  changes: Values,
  actor: Actor,
): Promise<Row> {
  const plan = planOf(record);
  const current = await ownRow(db, plan, target, { actor, method: 'PATCH' });
  const merged = Object.fromEntries(
    plan.fields.map(({ name }) => [name, Object.hasOwn(changes, name) ? changes[name] : current[name]]),
  );
  ensureNoProblems(plan, merged);
  const franchiseeId = plan.ofCentre ? Number(current['franchiseeId']) : undefined;
  await ensureReferences(db, plan, changes, franchiseeId);
  await learnConstraints(db, plan);
  const cells = cellsOf(plan, changes);
  if (cells.length > 0) {
    const sets = sql.join(cells.map(([column, value]) => sql`${sql.id(column)} = ${value}`));
    const done = await asRefusals(plan, 'write', () =>
      sql`update ${plan.table} set ${sets} where ${keyOf(target, franchiseeId)}`.execute(db),
    );
    if (Number(done.numAffectedRows ?? 0) === 0) throw refuse('row.stale');
    await useFiles(
      db,
      plan,
      { id: target.id, franchiseeId: franchiseeId ?? actor.franchiseeId ?? HEAD_OFFICE },
      changes,
      current,
    );
  }
  return getRecord(db, record, target.id, actor, franchiseeId);
}

/** Removes the row, in the version the caller saw. 404, 412 row.stale, 409 row.in-use when something refers to it. */
export async function removeRecord(
  db: Db,
  record: AnyRecord,
  target: { id: string | number; version: number },
  actor: Actor,
): Promise<void> {
  const plan = planOf(record);
  const current = await ownRow(db, plan, target, { actor, method: 'DELETE' });
  const franchiseeId = plan.ofCentre ? Number(current['franchiseeId']) : undefined;
  const done = await asRefusals(plan, 'remove', () =>
    sql`delete from ${plan.table} where ${keyOf(target, franchiseeId)}`.execute(db),
  );
  if (Number(done.numAffectedRows ?? 0) === 0) throw refuse('row.stale');
}

// Ties uploaded files to the row (and lets go of those it had), so that the sweep of unused uploads leaves them alone.
async function useFiles(
  db: Db,
  plan: RecordPlan,
  row: { id: string | number; franchiseeId: number },
  values: Values,
  before: Values,
): Promise<void> {
  for (const { name, field } of plan.fields) {
    if (field.kind !== 'file' || values[name] === undefined || values[name] === before[name]) continue;
    const use = { franchiseeId: row.franchiseeId, subjectKind: plan.record.name, subjectId: String(row.id) };
    const [fileId, old] = [values[name], before[name]];
    if (typeof fileId === 'string')
      await useFile(db, {
        ...use,
        fileId,
        area: plan.record.name,
        ...(field.accept ? { accept: field.accept } : {}),
        ...(field.max ? { maxBytes: field.max } : {}),
      });
    if (typeof old === 'string') await releaseFile(db, { ...use, fileId: old });
  }
}

const keyOf = (
  { id, version }: { id: string | number; version: number },
  franchiseeId: number | undefined,
): RawBuilder<unknown> =>
  sql`id = ${id} and version = ${version}${franchiseeId === undefined ? sql`` : sql` and franchisee_id = ${franchiseeId}`}`;

async function ownRow(
  db: Db,
  plan: RecordPlan,
  target: { id: string | number; version: number },
  { actor, method }: { actor: Actor; method: Method },
): Promise<Row> {
  const row = await getRecord(db, plan.record, target.id, actor);
  if (!isOwned(plan, row, actor, method)) throw refuseShared('row.shared');
  if (row.version !== target.version) throw refuse('row.stale', { details: { version: row.version } });
  return row;
}

export type Cell = [column: string, value: unknown];

/** Given fields as columns. Absent ones are left out, so that a column's default holds. */
export const cellsOf = (plan: RecordPlan, values: Values): Cell[] =>
  plan.fields
    .filter(({ name }) => values[name] !== undefined)
    .map(({ name, columnName }): Cell => [columnName, values[name]]);

/** Refuses (422) what the record's own rule over several fields finds. */
function ensureNoProblems(plan: RecordPlan, values: Values): void {
  const fields = plan.record.problems(values);
  if (Object.keys(fields).length > 0) throw refuse('input.invalid', { fields });
}

/**
 * Refuses (422) references to what does not exist or cannot be seen. A foreign key alone would tell of one field at a
 * time, and a key to a shared table would accept another centre's row.
 */
async function ensureReferences(
  db: Db,
  plan: RecordPlan,
  values: Values,
  franchiseeId: number | undefined,
): Promise<void> {
  const given = plan.fields.filter(
    ({ name, field, target }) =>
      (target || field.kind === 'file') && values[name] !== undefined && values[name] !== null,
  );
  if (given.length === 0) return;
  const tests = given.map(({ name, target }) => {
    const paired = franchiseeId !== undefined && (!target || isPaired(target));
    const centre = paired ? sql` and t.franchisee_id = ${franchiseeId}` : sql``;
    return sql`exists (select from ${sql.table(target?.table ?? 'file')} t where t.id = ${values[name]}${centre}) as ${sql.id(name)}`;
  });
  const { rows } = await asRefusals(plan, 'write', () =>
    sql<Record<string, boolean>>`select ${sql.join(tests)}`.execute(db),
  );
  const missing = given.filter(({ name }) => rows[0]?.[name] !== true);
  if (missing.length > 0)
    throw refuse('input.invalid', {
      fields: Object.fromEntries(missing.map(({ name }) => [name, 'Choose an entry of the list'])),
    });
}
