// Import of a record: check a file (nothing is saved), then save the checked rows, all or none. The check tries the very
// INSERT that the commit will do and takes it back, so unique keys of every kind are found by the database itself.
import { randomUUID } from 'node:crypto';
import type { AnyRecord } from '@aangan/contract/record.ts';
import { MAX_IMPORT_ROWS } from '@aangan/contract/record-endpoints.ts';
import { fieldErrors, Refusal, refusals, refuse } from '@aangan/contract/refusal.ts';
import { type RawBuilder, sql } from 'kysely';
import { readCell } from '../file-import/read-cell.ts';
import { readFile, readWhole } from '../files/files.ts';
import { readSheet, type Sheet } from '../files/spreadsheet.ts';
import type { Actor } from '../work/actor.ts';
import { countAnew } from '../work/count-anew.ts';
import { chosenCentre, chosenYear, userIdOf } from '../work/ensure.ts';
import type { Db } from '../work/unit-of-work.ts';
import { asRefusals, learnConstraints } from './record-constraints.ts';
import { findReferences } from './record-import-references.ts';
import { isOwned } from './record-list.ts';
import { type PlannedField, planOf, type RecordPlan } from './record-plan.ts';
import { cellsOf, refuseShared, type Values } from './record-write.ts';

const refuseImport = refusals({
  'import.expired': [409, 'The check of this file is too old. Check it again.'],
  'import.has-errors': [409, 'This file still has errors. Fix them and check it again.'],
  'import.done': [409, 'This file has been imported already.'],
});

export interface ImportError {
  row: number;
  field: string;
  text: string;
}

export interface ImportFile {
  readonly csv?: string | undefined;
  readonly fileId?: string | undefined;
  readonly fileName: string;
}

interface CheckedRow {
  /** As a spreadsheet counts: the heading is 1, empty rows count. */
  readonly row: number;
  values: Values;
}

const HEAD_OFFICE = 1;
const CHECK_LIFE_MINUTES = 30;
const SHOWN_ERRORS = 500;

/** Checks every row with the record's own schema and against what is stored. Saves the check, not the rows' effect. */
export async function checkImport(db: Db, record: AnyRecord, file: ImportFile, actor: Actor) {
  const plan = planOf(record);
  if (!isOwned(plan, null, actor, 'POST')) throw refuseShared('row.shared');
  const { table, errors } = readTable(plan, await sheetOf(db, file, actor));
  const sound: CheckedRow[] = [];
  await findReferences(db, plan, table, errors, plan.ofCentre ? chosenCentre(actor) : undefined);
  const told = new Set(errors.map((error) => `${error.row} ${error.field}`));
  for (const each of table) {
    const found = checkRow(plan, each);
    // A reference that was not found has its own, clearer text already.
    errors.push(...found.filter((error) => !told.has(`${error.row} ${error.field}`)));
    if (found.length === 0) sound.push(each);
  }
  const rows = sound.map((each, index) => ({ id: idOf(plan, index), ...toColumns(plan, each, actor) }));
  if (rows.length > 0) errors.push(...(await tryInsert(db, plan, rows, sound)));
  errors.sort((a, b) => a.row - b.row);
  const bad = new Set(errors.map((error) => error.row)).size;
  const total = table.length;
  const ok = Math.max(0, total - bad);
  const { rows: saved } = await sql<{ id: string; checked_until: string }>`
    insert into import_job (user_id, franchisee_id, contract, file_name, rows, total, ok, bad, errors, checked_until)
    values (${userIdOf(actor)}, ${actor.franchiseeId}, ${record.name}, ${file.fileName}, ${bad === 0 ? JSON.stringify(plan.record.key === 'uuid' ? rows : rows.map(({ id: _id, ...row }) => row)) : null}, ${total}, ${ok}, ${bad},
      ${JSON.stringify(errors.slice(0, SHOWN_ERRORS))}, now() + make_interval(mins => ${sql.lit(CHECK_LIFE_MINUTES)}))
    returning id, checked_until`.execute(db);
  const job = saved[0] as { id: string; checked_until: string };
  return {
    jobId: job.id,
    total,
    ok,
    bad,
    errors: errors.slice(0, SHOWN_ERRORS),
    checkedUntil: job.checked_until,
  };
}

/** Saves the rows of a check without errors, at most 30 minutes old, made by this user in this centre. */
export async function commitImport(
  db: Db,
  record: AnyRecord,
  jobId: string,
  actor: Actor,
): Promise<{ inserted: number }> {
  const plan = planOf(record);
  const found = await db
    .selectFrom('import_job')
    .select(['state', 'bad', 'total', 'franchisee_id'])
    .select(sql<boolean>`checked_until < now()`.as('old'))
    .where('id', '=', jobId)
    .where('user_id', '=', userIdOf(actor))
    .where('contract', '=', record.name)
    .forUpdate()
    .executeTakeFirst();
  if (!found || found.franchisee_id !== actor.franchiseeId) throw refuse('row.not-found');
  if (found.state === 'DONE') throw refuseImport('import.done');
  if (found.bad > 0) throw refuseImport('import.has-errors');
  if (found.state !== 'CHECKED' || found.old) throw refuseImport('import.expired');
  await learnConstraints(db, plan);
  const inserted = await asRefusals(plan, 'write', () =>
    insertAll(db, plan, sql`(select rows from import_job where id = ${jobId})`, 'save'),
  );
  await countAnew(db, [plan.record.table], 10 * inserted.length);
  // With app.bulk off again this one update is the summary in the change audit.
  await db
    .updateTable('import_job')
    .set({ state: 'DONE', rows: null, ok: inserted.length })
    .where('id', '=', jobId)
    .execute();
  return { inserted: inserted.length };
}

async function sheetOf(db: Db, file: ImportFile, actor: Actor): Promise<Sheet> {
  if ((file.csv === undefined) === (file.fileId === undefined))
    throw refuse('input.invalid', { fields: { csv: 'Choose a file' } });
  const bytes =
    file.fileId === undefined
      ? Buffer.from(file.csv ?? '')
      : await readWhole(
          await readFile(db, { franchiseeId: actor.franchiseeId ?? HEAD_OFFICE, fileId: file.fileId }),
        );
  return readSheet(bytes, { maxRows: MAX_IMPORT_ROWS });
}

function readTable(plan: RecordPlan, sheet: Sheet): { table: CheckedRow[]; errors: ImportError[] } {
  const errors: ImportError[] = [];
  const columns = sheet.columns.map((title) => ({ title, planned: fieldOf(plan, title) }));
  columns.forEach(({ title, planned }, at) => {
    if (!planned) errors.push({ row: 1, field: title.slice(0, 80), text: 'There is no such column here' });
    else if (columns.findIndex((column) => column.planned === planned) !== at)
      errors.push({ row: 1, field: planned.name, text: 'This column stands in the file twice' });
  });
  const table = sheet.rows.map((cells, index) => {
    const values: Values = {};
    for (const { title, planned } of columns) {
      const value = planned ? readCell(planned.field, cells[title] ?? '') : undefined;
      if (planned && value !== undefined) values[planned.name] = value;
    }
    return { row: sheet.numbers[index] ?? index + 2, values };
  });
  return { table, errors };
}

/** A heading names a field by its label or its name. Files (pictures, papers) cannot be imported. */
function fieldOf(plan: RecordPlan, title: string): PlannedField | undefined {
  const wanted = title
    .trim()
    .replace(/\s*\*$/, '')
    .toLowerCase();
  return plan.fields.find(
    ({ name, field }) =>
      field.kind !== 'file' && (field.label.toLowerCase() === wanted || name.toLowerCase() === wanted),
  );
}

function checkRow(plan: RecordPlan, each: CheckedRow): ImportError[] {
  const parsed = plan.record.createSchema.safeParse(each.values);
  const fields = parsed.success ? plan.record.problems(parsed.data) : fieldErrors(parsed.error);
  if (parsed.success) each.values = parsed.data;
  return Object.entries(fields).map(([field, text]) => ({ row: each.row, field, text }));
}

function toColumns(plan: RecordPlan, each: CheckedRow, actor: Actor): Values {
  return {
    ...(plan.ofCentre ? { franchisee_id: chosenCentre(actor) } : {}),
    ...(plan.ofYear ? { academic_year_id: chosenYear(actor) } : {}),
    ...Object.fromEntries(cellsOf(plan, each.values)),
  };
}

// Numbered keys are the database's to give; the trial, which is taken back, uses numbers it never gives.
const idOf = (plan: RecordPlan, index: number): string | number =>
  plan.record.key === 'uuid' ? randomUUID() : -1 - index;

async function tryInsert(
  db: Db,
  plan: RecordPlan,
  rows: readonly Values[],
  sound: readonly CheckedRow[],
): Promise<ImportError[]> {
  await learnConstraints(db, plan);
  await sql`savepoint import_check`.execute(db);
  try {
    const made = new Set(
      await asRefusals(plan, 'write', () => insertAll(db, plan, sql`${JSON.stringify(rows)}::jsonb`, 'try')),
    );
    const field = plan.fields.find((planned) => planned.field.unique)?.name ?? '_';
    const twice = sound.filter((_, index) => !made.has(String(rows[index]?.['id'])));
    return twice.map(({ row }) => ({ row, field, text: 'Already used, here or earlier in this file' }));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return Object.entries(error.fields ?? { _: error.message }).map(([field, text]) => ({
      row: 0,
      field,
      text: `${text} (in some row)`,
    }));
  } finally {
    await sql`rollback to savepoint import_check`.execute(db);
  }
}

// One statement for all rows. An empty cell takes the column's default, as an absent field does in a form.
async function insertAll(
  db: Db,
  plan: RecordPlan,
  rows: RawBuilder<unknown>,
  how: 'try' | 'save',
): Promise<string[]> {
  const given = how === 'try' || plan.record.key === 'uuid' ? ['id'] : [];
  const context = [
    ...(plan.ofCentre ? ['franchisee_id'] : []),
    ...(plan.ofYear ? ['academic_year_id'] : []),
    ...given,
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
    select ${sql.join(values)} from jsonb_populate_recordset(null::${plan.table}, ${rows})
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
