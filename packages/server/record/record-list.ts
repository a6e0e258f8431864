// Reading records: pages by keyset, one row, labels for pickers, chunks for exports. Row security decides which rows
// exist; the chosen centre is also written into the SQL, which gives the planner the better estimate.
import type { Endpoint, Method } from '@aangan/contract/endpoint.ts';
import { labelKeyOf } from '@aangan/contract/fields.ts';
import type { AnyRecord } from '@aangan/contract/record.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { type RawBuilder, sql } from 'kysely';
import { type Actor, mayCall, reaches } from '../work/actor.ts';
import type { Db } from '../work/unit-of-work.ts';
import { cappedTotal, contains, countUpToCap, cutPage, type Page, pageLimit } from './keyset.ts';
import { and, filterConditions, type KeysetOrder, keysetOrder, searchConditions } from './list-conditions.ts';
import { asRefusals } from './record-constraints.ts';
import { readCursor } from './record-cursor.ts';
import { type PlannedField, planOf, type RecordPlan, sortExpression } from './record-plan.ts';

export interface RecordQuery {
  q?: string | undefined;
  filters?: Record<string, unknown> | undefined;
  sort?: string | undefined;
}

export interface ListQuery extends RecordQuery {
  after?: string | undefined;
  limit: number;
}

export type Row = Record<string, unknown> & { id: string | number; version: number };
const HEAD_OFFICE = 1;

/** One page of a record's list, in the shape of `pageOf(rowSchema)`. Refuses (422) a cursor that is not of this list. */
export async function listRecords(
  db: Db,
  record: AnyRecord,
  input: ListQuery,
  actor: Actor,
): Promise<Page<Row>> {
  const plan = planOf(record);
  const order = orderOf(plan, input.sort);
  const cursor = input.after === undefined ? null : readCursor(input.after, order.name);
  const where = and([
    ...scopeOf(plan, actor),
    ...yearOf(plan, actor),
    ...searchOf(plan, input.q),
    ...filtersOf(plan, input.filters ?? {}),
  ]);
  const count = cursor ? sql`null::int` : countUpToCap(sql`select from ${plan.table} as b where ${where}`);
  const statement = sql<Row & { $sort: string | null; $n: number }>`
    select ${plan.columns}, (${order.key})::text as "$sort", ${count} as "$n" from ${plan.table} as b ${plan.joins}
    where ${where} and ${cursor ? order.after(cursor) : sql`true`} order by ${order.by} limit ${pageLimit(input.limit)}`;
  const { rows } = await asRefusals(plan, 'read', () => statement.execute(db));
  const total = cursor?.total ?? cappedTotal(rows[0]?.$n ?? 0);
  const page = cutPage(rows, input, { sort: order.name, total, at: (last) => last.$sort });
  return { ...page, rows: page.rows.map((row) => outward(plan, row, actor)) };
}

/** One row with its labels and `can`. Refuses 404 when there is none in reach; 409 when two centres in reach have this id. */
export async function getRecord(
  db: Db,
  record: AnyRecord,
  id: string | number,
  actor: Actor,
  franchiseeId?: number,
): Promise<Row> {
  const plan = planOf(record);
  const centre = franchiseeId === undefined ? scopeOf(plan, actor) : [sql`b.franchisee_id = ${franchiseeId}`];
  const where = and([sql`b.id = ${id}`, ...centre]);
  const { rows } =
    await sql<Row>`select ${plan.columns} from ${plan.table} as b ${plan.joins} where ${where} limit 2`.execute(
      db,
    );
  if (!rows[0]) throw refuse('row.not-found');
  // Ids are made by clients: nothing stops two centres from having the same one.
  if (rows.length > 1) throw refuse('context.centre-needed');
  return outward(plan, rows[0], actor);
}

/** Up to 50 rows as {id, label}: found by words in the label, or named by id. */
export async function recordOptions(
  db: Db,
  record: AnyRecord,
  input: { q?: string | undefined; ids?: readonly (string | number)[] | undefined },
  actor: Actor,
) {
  const plan = planOf(record);
  const label = sql.ref(`b.${plan.labelColumn}`);
  const wanted = input.ids
    ? [sql`b.id = any(${input.ids})`]
    : [...yearOf(plan, actor), ...(input.q ? [sql`${label}::text ilike ${contains(input.q)}`] : [])];
  const where = and([...scopeOf(plan, actor), ...wanted]);
  const { rows } = await sql<{ id: string | number; label: string }>`
    select b.id, coalesce(${label}::text, '') as label from ${plan.table} as b where ${where} order by ${label}, b.id limit 50`.execute(
    db,
  );
  return { rows };
}

/** Rows of an export in list order, read in pages: memory stays flat and each page is a short statement. */
export async function* exportRows(
  db: Db,
  record: AnyRecord,
  input: RecordQuery,
  actor: Actor,
): AsyncGenerator<Row> {
  for (let after: string | null | undefined; after !== null; ) {
    const page = await exportPage(db, record, input, actor, after ?? undefined);
    yield* page.rows;
    after = page.next;
  }
}

/** One page of `exportRows`, for a worker that uses a unit of work per page (1,000 rows). */
export const exportPage = (
  db: Db,
  record: AnyRecord,
  input: RecordQuery,
  actor: Actor,
  after?: string,
): Promise<Page<Row>> =>
  listRecords(
    db,
    record,
    { q: input.q, filters: input.filters, sort: input.sort, limit: 1000, after },
    actor,
  );

/** The chosen centre (and for shared records the network's rows). Without a chosen one, row security alone decides. */
export function scopeOf(plan: RecordPlan, actor: Actor): RawBuilder<unknown>[] {
  if (!plan.ofCentre || actor.franchiseeId === null) return [];
  if (plan.record.scope === 'shared')
    return [sql`b.franchisee_id in (${sql.lit(HEAD_OFFICE)}, ${actor.franchiseeId})`];
  return [sql`b.franchisee_id = ${actor.franchiseeId}`];
}

const yearOf = (plan: RecordPlan, actor: Actor): RawBuilder<unknown>[] =>
  plan.ofYear && actor.academicYearId !== null ? [sql`b.academic_year_id = ${actor.academicYearId}`] : [];

function searchOf(plan: RecordPlan, q: string | undefined): RawBuilder<unknown>[] {
  const marked = plan.fields.filter((planned) => planned.field.search && !planned.target);
  const fields = marked.length ? marked : plan.fields.filter((planned) => planned.name === plan.record.label);
  return searchConditions(fields, q);
}

const filtersOf = (plan: RecordPlan, filters: Record<string, unknown>): RawBuilder<unknown>[] =>
  plan.fields.flatMap((planned) => filterConditions(planned, filters[planned.name]));

function orderOf(plan: RecordPlan, wanted: string | undefined): KeysetOrder {
  const name = wanted ?? plan.record.list.sort;
  const planned = plan.fields.find((each) => each.name === name.replace(/^-/, '')) as PlannedField; // the contract's enum lists fields only
  const { sql: key, nullable } = sortExpression(plan, planned);
  return keysetOrder({ name, key, nullable, id: sql.ref('b.id') });
}

/** A row as it leaves: labels by name, `can` by the actor's modules and reach. */
function outward(
  plan: RecordPlan,
  { $sort: _sort, $n: _n, ...row }: Row & { $sort?: unknown; $n?: unknown },
  actor: Actor,
): Row {
  const { endpoints } = plan.record;
  const may = (endpoint: Pick<Endpoint, 'module' | 'also' | 'right'> | undefined) =>
    endpoint !== undefined && isOwned(plan, row, actor, endpoint.right) && mayCall(actor, endpoint);
  const can =
    plan.record.writes === 'commands' ? {} : { update: may(endpoints.update), remove: may(endpoints.remove) };
  return { ...row, can } as Row;
}

/**
 * May the actor change this row at all? Not a shared row of the network or of another centre; and what has no centre
 * only with a right that holds in the whole network: a centre owner's `class` right does not rename everybody's classes
 * (academics.md D28). `row` is absent for a row that is to be made.
 */
export function isOwned(
  plan: RecordPlan,
  row: Record<string, unknown> | null,
  actor: Actor,
  method: Method,
): boolean {
  if (!plan.ofCentre) return holdsInNetwork(actor, plan.record.module, method);
  if (row === null) return true;
  const centre = Number(row['franchiseeId']);
  return actor.franchiseeId === null ? reaches(actor, centre) : actor.franchiseeId === centre;
}

function holdsInNetwork(actor: Actor, gate: AnyRecord['module'], method: Method): boolean {
  if (actor.allModules || !actor.reach) return actor.wholeNetwork;
  return [gate].flat().some((name) => actor.reach?.get(name)?.get(method) === 'all');
}

/** Columns of an export: key in the row, heading, kind. References give their label. */
export function exportColumns(
  record: AnyRecord,
  names?: readonly string[],
): { key: string; label: string; kind: string }[] {
  return planOf(record)
    .fields.filter((planned) => !names?.length || names.includes(planned.name))
    .map(({ name, field }) => ({
      key: field.kind === 'reference' ? labelKeyOf(name) : name,
      label: field.label,
      kind: field.kind,
    }));
}
