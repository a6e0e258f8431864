// What happened to one row, from the change audit (architecture.md rule 7). Facts come from the trigger, meaning from the
// command that stood in the unit of work, words from the record's declaration.
import type { ModuleGate } from '@aangan/contract/endpoint.ts';
import type { Field } from '@aangan/contract/fields.ts';
import { formatDate, formatDateTime } from '@aangan/contract/period.ts';
import type { AnyRecord } from '@aangan/contract/record.ts';
import { type HistoryEntry, recordHistoryContract } from '@aangan/contract/record-history.contract.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { type RawBuilder, sql } from 'kysely';
import { handle } from '../endpoint/handle.ts';
import { type Actor, holds, narrowTo, reaches } from '../work/actor.ts';
import type { Db } from '../work/unit-of-work.ts';
import { getRecord, recordOptions } from './record-list.ts';
import { knownRecord, type PlannedField, planOf } from './record-plan.ts';

/** A subject that is no record: its tables, and what leads to its rows. */
export interface HistorySource {
  readonly module: ModuleGate;
  /** `by` = the column of the journalled row that carries the subject's id; null = the row's own key. */
  readonly tables: readonly {
    readonly table: string;
    readonly title: string;
    readonly by: string | null;
    /** Rows stay and are changed (a grant that ends): their changes are found by the keys they have. */
    readonly stays?: true;
  }[];
  /** Words for stored ids, by column and value: `role_id 18` to 'Finance Admin'. `valuesOf` = what the rows say of a column. */
  labels?(db: Db, valuesOf: (column: string) => readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** A whole sentence for a change, without who (`Gave Bina Shah the role Teacher`); null = table, verb and action. */
  sentences?(db: Db, changes: readonly HistoryChange[]): Promise<(change: HistoryChange) => string | null>;
  /** Titles of columns whose names say little; null = of no interest to a reader. */
  readonly columns?: Readonly<Record<string, string | null>>;
  /** Words of the states of a workflow: its steps (`status_step` of the first table) then stand among the changes. */
  readonly states?: Readonly<Record<string, string>>;
  /** Refuses (404) what the caller may not see. */
  ensureVisible(db: Db, actor: Actor, id: string): Promise<void>;
}

/** A journalled change: table, operation, key of the row, and what it was and is. */
export interface HistoryChange {
  readonly table: string;
  readonly op: 'I' | 'U' | 'D';
  readonly row: string;
  readonly diff: Readonly<Record<string, unknown>>;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** `ensureVisible` of a subject whose rows row security alone hides: 404 for one the caller does not see, and for what is no id. */
export const visibleRow =
  (table: string): HistorySource['ensureVisible'] =>
  async (db, _actor, id) => {
    if (!UUID.test(id)) throw refuse('row.not-found');
    const { rows } = await sql`select from ${sql.table(table)} where id = ${id}`.execute(db);
    if (rows.length === 0) throw refuse('row.not-found');
  };

const sources = new Map<string, HistorySource>();

/** Makes the history of a subject readable by its name; the last one of a name counts. */
export function registerHistory(kind: string, source: HistorySource): void {
  sources.set(kind, source);
}

interface ChangeRow {
  id: string;
  at: string;
  table_name: string;
  op: 'I' | 'U' | 'D';
  row_key: string;
  diff: Record<string, unknown>;
  who: string | null;
  actor: string | null;
  command: string | null;
  summary: string | null;
}

const MOST = 100;
const verbs = { I: 'Added', U: 'Changed', D: 'Removed' } as const;

/** Handler of `record-history.list`, mounted by the platform. */
export const listHistory = handle(recordHistoryContract.list, async ({ db, actor, input }) => {
  const source = sources.get(input.kind);
  if (source) return historyOfSource(db, actor, source, input.id);
  const record = knownRecord(input.kind);
  if (!record || !holds(actor, record.module, false)) throw refuse('row.not-found');
  return historyOfRecord(db, narrowTo(actor, record.module, 'GET'), record, input.id);
});

async function historyOfRecord(db: Db, actor: Actor, record: AnyRecord, rawId: string) {
  const id = keyOf(record, rawId);
  const row = await getRecord(db, record, id, actor);
  const centre = typeof row['franchiseeId'] === 'number' ? row['franchiseeId'] : null;
  if (centre !== null && !reaches(actor, centre)) throw refuse('row.not-found');
  const plan = planOf(record);
  const rows = await read(
    db,
    sql`j.table_name = ${record.table} and j.row_key = ${String(id)}${centre === null ? sql`` : sql` and j.franchisee_id = ${centre}`}`,
  );
  const shown = rows.slice(0, MOST);
  const labels = await labelsOf(db, actor, plan.fields, shown);
  return {
    rows: shown.map((change) => ({
      ...headOf(change, verbs[change.op]),
      changes: plan.fields.flatMap((field) => changeOf(change, field, labels)),
    })),
    more: rows.length > MOST,
  };
}

function keyOf(record: AnyRecord, id: string): string | number {
  const good = record.key === 'integer' ? /^\d{1,9}$/.test(id) : /^[0-9a-f-]{36}$/i.test(id);
  if (!good) throw refuse('row.not-found');
  return record.key === 'integer' ? Number(id) : id;
}

const read = async (db: Db, where: RawBuilder<unknown>): Promise<ChangeRow[]> =>
  (
    await sql<ChangeRow>`select j.id::text as id, j.at, j.table_name, j.op, j.row_key, j.diff, j.actor, j.command,
      (select trim(u.first_name || ' ' || u.last_name) from app_user u where u.id = j.actor::uuid) as who,
      (select o.summary from operation o where o.name = split_part(j.command, ' ', 1)) as summary
    from record_change j where ${where} order by j.id desc limit ${MOST + 1}`.execute(db)
  ).rows;

const headOf = (
  change: ChangeRow,
  verb: string,
  sentence: string | null = null,
): Omit<HistoryEntry, 'changes'> => ({
  id: change.id,
  at: change.at,
  who: change.who ?? (change.actor ? 'A former user' : 'Aangan'),
  what: sentence ?? (change.summary ? `${verb}: ${change.summary.replace(/\.$/, '')}` : verb),
});

type Labels = ReadonlyMap<string, string>;

function changeOf(
  change: ChangeRow,
  { name, field, columnName }: PlannedField,
  labels: Labels,
): HistoryEntry['changes'] {
  if (!Object.hasOwn(change.diff, columnName)) return [];
  const value = change.diff[columnName];
  const words = (one: unknown) => wordsOf(one, name, field, labels);
  if (change.op === 'U') {
    const [from, to] = Array.isArray(value) ? value : [null, value];
    return [{ label: field.label, from: words(from), to: words(to) }];
  }
  return [
    change.op === 'D'
      ? { label: field.label, from: words(value), to: null }
      : { label: field.label, from: null, to: words(value) },
  ];
}

/** A stored value as people read it. Secrets are journalled as 'changed' and stay that. */
function wordsOf(value: unknown, name: string, field: Field, labels: Labels): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (field.kind === 'boolean') return value === true ? 'Yes' : 'No';
  if (field.kind === 'choice' || field.kind === 'choices')
    return [value]
      .flat()
      .map((one) => field.options?.find((option) => option.value === one)?.label ?? String(one))
      .join(', ');
  if (field.kind === 'money' && typeof value === 'number')
    return `₹${(value / 100).toLocaleString('en-IN', { minimumFractionDigits: 2 })}`;
  if (field.kind === 'percent' && typeof value === 'number') return `${value / 100} %`;
  if (field.kind === 'date' && typeof value === 'string') return value.split('-').toReversed().join('-');
  if (field.kind === 'file') return 'A file';
  if (field.kind === 'reference') return labels.get(`${name} ${String(value)}`) ?? 'Another entry';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 199)}…` : text;
}

/** Names of the rows that references pointed to, as far as the caller may see them. */
async function labelsOf(
  db: Db,
  actor: Actor,
  fields: readonly PlannedField[],
  rows: readonly ChangeRow[],
): Promise<Labels> {
  const labels = new Map<string, string>();
  for (const { name, columnName, target } of fields) {
    if (!target) continue;
    const ids = rows
      .flatMap(({ diff }) => [diff[columnName]].flat())
      .filter((id) => typeof id === 'string' || typeof id === 'number');
    const wanted = [...new Set(ids)].slice(0, 50);
    if (wanted.length === 0) continue;
    for (const option of (await recordOptions(db, target, { ids: wanted }, actor)).rows)
      labels.set(`${name} ${String(option.id)}`, option.label);
  }
  return labels;
}

async function historyOfSource(db: Db, actor: Actor, source: HistorySource, id: string) {
  if (!holds(actor, source.module, false)) throw refuse('row.not-found');
  await source.ensureVisible(db, actor, id);
  const parts = source.tables.map(({ table, by, stays }) =>
    by === null
      ? sql`(j.table_name = ${table} and j.row_key = ${id})`
      : stays
        ? sql`(j.table_name = ${table} and (j.diff ->> ${by} = ${id} or j.row_key in (select t.id::text from ${sql.table(table)} t where t.${sql.ref(by)}::text = ${id})))`
        : // An update journals what changed alone: rows of these tables are added and removed, never moved.
          sql`(j.table_name = ${table} and j.diff ->> ${by} = ${id})`,
  );
  const rows = await read(db, sql`(${sql.join(parts, sql` or `)})`);
  const labels = (await source.labels?.(db, valuesIn(rows.slice(0, MOST)))) ?? new Map<string, string>();
  const hidden = new Set(['id', ...(source.states ? ['status'] : []), ...source.tables.map(({ by }) => by)]);
  const titles = new Map(source.tables.map(({ table, title }) => [table, title]));
  const journalled = ({ table_name: table, op, row_key: row, diff }: ChangeRow) => ({ table, op, row, diff });
  const sentence = await source.sentences?.(db, rows.slice(0, MOST).map(journalled));
  const changes = rows
    .slice(0, MOST)
    .map((change) => ({
      ...headOf(
        change,
        `${titles.get(change.table_name) ?? change.table_name}: ${verbs[change.op].toLowerCase()}`,
        sentence?.(journalled(change)),
      ),
      changes: Object.entries(change.diff)
        .filter(
          ([field]) => !hidden.has(field) && !/(_norm|_key)$/.test(field) && source.columns?.[field] !== null,
        )
        .slice(0, 12)
        .map(([field, value]) => {
          const label = source.columns?.[field] ?? titleOf(field);
          const say = (one: unknown) => labels.get(`${field} ${String(one)}`) ?? plainWords(one);
          if (change.op === 'U' && Array.isArray(value))
            return { label, from: say(value[0]), to: say(value[1]) };
          return change.op === 'D'
            ? { label, from: say(value), to: null }
            : { label, from: null, to: say(value) };
        }),
    }))
    // A change that the steps tell whole.
    .filter(({ changes: fields }) => !source.states || fields.length > 0);
  const steps = source.states ? await stepsOf(db, source, id) : [];
  return {
    rows: [...steps, ...changes].sort((a, b) => b.at.localeCompare(a.at)).slice(0, MOST),
    more: rows.length > MOST || steps.length > MOST,
  };
}

/** The steps of a workflow, newest first. */
async function stepsOf(db: Db, { tables, states = {} }: HistorySource, id: string): Promise<HistoryEntry[]> {
  const { rows } = await sql<{
    id: string;
    at: string;
    from: string;
    to: string;
    reason: string | null;
    who: string | null;
  }>`
    select 'step-' || s.id as id, s.created_at as at, s.from_status as "from", s.to_status as "to", s.reason,
      (select trim(u.first_name || ' ' || u.last_name) from app_user u where u.id = s.created_by) as who
    from status_step s where s.subject = ${tables[0]?.table ?? ''} and s.subject_id = ${id}
    order by s.id desc limit ${MOST + 1}`.execute(db);
  const words = (state: string) => states[state] ?? titleOf(state.toLowerCase());
  return rows.map(({ from, to, reason, who, ...step }) => ({
    ...step,
    who: who ?? 'Aangan',
    what: `${words(from)} → ${words(to)}`,
    changes: reason ? [{ label: 'Reason', from: null, to: reason }] : [],
  }));
}

const valuesIn =
  (rows: readonly ChangeRow[]) =>
  (column: string): readonly string[] => [
    ...new Set(
      rows
        .flatMap(({ diff }) => [diff[column]].flat())
        .filter((one) => one !== null && one !== undefined)
        .map(String),
    ),
  ];

/** `next_follow_up_on` to 'Next follow up on'. */
function titleOf(column: string): string {
  const words = column.replace(/_id$/, '').replaceAll('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

/** A stored value no declaration tells of, as people read it. */
function plainWords(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'string') return JSON.stringify(value).slice(0, 200);
  if (UUID.test(value)) return 'Another entry';
  if (DAY.test(value)) return formatDate(value);
  if (INSTANT.test(value)) return formatDateTime(value);
  return value.slice(0, 200);
}
