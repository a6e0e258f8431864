// Import of a record: its fields are the columns, its schema and the database check the rows. The check tries the very
// INSERT that the save will do and takes it back, so unique keys of every kind are found by the database itself.
import { randomUUID } from 'node:crypto';
import type { AnyRecord } from '@aangan/contract/record.ts';
import { fieldErrors, Refusal } from '@aangan/contract/refusal.ts';
import { type RawBuilder, sql } from 'kysely';
import type { InWorkHandler } from '../endpoint/handle.ts';
import type { ImportAt, ImportRow, ImportWork } from '../file-import/import-types.ts';
import { serveImport } from '../file-import/serve-import.ts';
import { chosenCentre, chosenYear } from '../work/ensure.ts';
import type { Db } from '../work/unit-of-work.ts';
import { asRefusals, learnConstraints } from './record-constraints.ts';
import { entriesByLabel } from './record-import-references.ts';
import { isOwned } from './record-list.ts';
import { planOf, type RecordPlan } from './record-plan.ts';
import { cellsOf, refuseShared, type Values } from './record-write.ts';

/** The handlers of a record's import; none where it has no import. */
export function recordImportHandlers(record: AnyRecord): InWorkHandler[] {
  if (!record.imports) return [];
  return serveImport(record.imports, recordImport(record));
}

// References may point to records that are not known yet, so the plan is made at first use.
const recordImport = (record: AnyRecord): ImportWork<Values> => ({
  allowed: ({ actor }) => {
    if (!isOwned(planOf(record), null, actor, 'POST')) throw refuseShared('row.shared');
  },
  lists: Object.fromEntries(
    Object.entries(record.fields as Record<string, { kind: string }>)
      .filter(([, field]) => field.kind === 'reference')
      .map(([name]) => [
        name,
        (db: Db, { actor }: ImportAt, names: readonly string[]) => {
          const plan = planOf(record);
          const planned = plan.fields.find((one) => one.name === name);
          if (!planned) throw new Error(`Record '${record.name}' has no field '${name}'`);
          return entriesByLabel(db, planned, names, plan.ofCentre ? chosenCentre(actor) : undefined);
        },
      ]),
  ),
  check: async (db, rows, at) => {
    const plan = planOf(record);
    const valid = rows.flatMap((row) => {
      const values = checkRow(plan, row);
      return values ? [{ row, columns: toColumns(plan, values, at) }] : [];
    });
    if (valid.length > 0) await tryInsert(db, plan, valid);
  },
  save: async (db, rows, at) => {
    const plan = planOf(record);
    const columns = rows.map((values) => ({
      ...(record.key === 'uuid' ? { id: randomUUID() } : {}),
      ...toColumns(plan, given(values), at),
    }));
    await learnConstraints(db, plan);
    await asRefusals(plan, 'write', () => insertAll(db, plan, columns, 'save'));
  },
  writes: [record.table],
});

/** Without the empty cells: they take the column's default, as an absent field does in a form. */
const given = (values: Partial<Values>): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined));

function checkRow(plan: RecordPlan, { values, fault }: ImportRow<Values>): Values | null {
  const parsed = plan.record.createSchema.safeParse(given(values));
  const fields = parsed.success ? plan.record.problems(parsed.data) : fieldErrors(parsed.error);
  for (const [name, text] of Object.entries(fields)) fault(name, text);
  return parsed.success && Object.keys(fields).length === 0 ? parsed.data : null;
}

function toColumns(plan: RecordPlan, values: Values, { actor }: ImportAt): Values {
  return {
    ...(plan.ofCentre ? { franchisee_id: chosenCentre(actor) } : {}),
    ...(plan.ofYear ? { academic_year_id: chosenYear(actor) } : {}),
    ...Object.fromEntries(cellsOf(plan, values)),
  };
}

interface Tried {
  row: ImportRow<Values>;
  columns: Values;
}

async function tryInsert(db: Db, plan: RecordPlan, valid: readonly Tried[]): Promise<void> {
  // Numbered keys are the database's to give; the trial, which is taken back, uses numbers it never gives.
  const rows = valid.map(({ columns }, index) => ({
    id: plan.record.key === 'uuid' ? randomUUID() : -1 - index,
    ...columns,
  }));
  await learnConstraints(db, plan);
  await sql`savepoint import_check`.execute(db);
  try {
    const made = new Set(await asRefusals(plan, 'write', () => insertAll(db, plan, rows, 'try')));
    const name = plan.fields.find((planned) => planned.field.unique)?.name ?? plan.record.label;
    for (const [index, { row }] of valid.entries())
      if (!made.has(String(rows[index]?.id))) row.fault(name, 'Already used, here or earlier in this file');
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // One row of all is meant, and the database does not say which.
    for (const [name, text] of Object.entries(error.fields ?? { [plan.record.label]: error.message }))
      valid[0]?.row.fault(name, `${text} (in some row)`);
  } finally {
    await sql`rollback to savepoint import_check`.execute(db);
  }
}

// One statement for all rows. An empty cell takes the column's default, as an absent field does in a form.
async function insertAll(
  db: Db,
  plan: RecordPlan,
  rows: readonly Values[],
  how: 'try' | 'save',
): Promise<string[]> {
  const own = how === 'try' || plan.record.key === 'uuid' ? ['id'] : [];
  const context = [
    ...(plan.ofCentre ? ['franchisee_id'] : []),
    ...(plan.ofYear ? ['academic_year_id'] : []),
    ...own,
  ];
  const names = [...context, ...plan.fields.map((planned) => planned.columnName)];
  const defaults = await defaultsOf(db, plan);
  const values = names.map((name) =>
    name !== 'id' && defaults.has(name)
      ? sql`coalesce(${sql.id(name)}, ${defaults.get(name)})`
      : sql.id(name),
  );
  await sql`select set_config('app.bulk', 'on', true)`.execute(db);
  const { rows: made } = await sql<{
    id: string;
  }>`insert into ${plan.table} (${sql.join(names.map((name) => sql.id(name)))}) overriding system value
    select ${sql.join(values)} from jsonb_populate_recordset(null::${plan.table}, ${JSON.stringify(rows)}::jsonb)
    ${how === 'try' ? sql`on conflict do nothing` : sql``} returning id`.execute(db);
  await sql`select set_config('app.bulk', 'off', true)`.execute(db);
  return made.map(({ id }) => String(id));
}
async function defaultsOf(db: Db, plan: RecordPlan): Promise<Map<string, RawBuilder<unknown>>> {
  const { rows } = await sql<{ name: string; expression: string }>`
    select a.attname::text as name, pg_get_expr(d.adbin, d.adrelid) as expression from pg_attrdef d
    join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum where d.adrelid = ${plan.record.table}::regclass and a.attgenerated = ''`.execute(
    db,
  );
  // The expressions are the migrations' own text.
  return new Map(rows.map(({ name, expression }) => [name, sql.raw(expression)]));
}
