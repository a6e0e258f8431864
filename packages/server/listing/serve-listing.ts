// Serves a declared list (packages/contract/listing.ts): rows, count, counts by state and export read one source with
// one set of conditions. Row security decides which rows exist; the chosen centre and year are also written into the SQL.
import type { Endpoint, OutputOf } from '@aangan/contract/endpoint.ts';
import type { AnyListing, Listing, ListingFields } from '@aangan/contract/listing.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import type { ExportSource } from '../endpoint/area-extras.ts';
import { type Handler, handle } from '../endpoint/handle.ts';
import { startExport } from '../files/exports.ts';
import { COUNT_CAP, cappedTotal, countUpToCap, cutPage, type Page, pageLimit } from '../record/keyset.ts';
import { and, filterConditions, searchConditions } from '../record/list-conditions.ts';
import { isOutOfRange } from '../record/record-constraints.ts';
import { readCursor } from '../record/record-cursor.ts';
import { inChosenCentre } from '../sql.ts';
import type { Actor } from '../work/actor.ts';
import { type Condition, type LooseSource, type Plan, planOf, type Reading } from './list-plan.ts';
import { registerListing } from './listing-registry.ts';
import { withLabels } from './row-labels.ts';

export type { Reading } from './list-plan.ts';

type Shape = Readonly<Record<string, z.ZodType>>;
type Row<L extends { endpoints: { list: Endpoint } }> =
  OutputOf<L['endpoints']['list']> extends { rows: readonly (infer R)[] } ? R : never;

export interface ListingSource<
  Fs extends ListingFields,
  H extends Shape,
  Fl extends ListingFields,
  R,
  C extends string,
> {
  /**
   * The main table and what search and filters need, as after `from`: `application a join applicant p on …`. The one row a name is
   * read from stands behind `left join`: Postgres leaves such a join out of a count that does not look at it.
   */
  from: RawBuilder<unknown>;
  /** The main table's alias: id, version, franchisee_id and academic_year_id are read from it. */
  alias: string;
  /** Joins that rows alone need. They must not multiply rows: counts are made without them. */
  joins?: RawBuilder<unknown>;
  /** What every key of a row is read from: `p.child_name`, or an expression. */
  columns: { [K in keyof Fs | keyof H]: RawBuilder<unknown> | string };
  /** Which of the rows in reach this actor sees at all: the own ones, say. */
  only?: (actor: Actor) => RawBuilder<unknown>;
  /** Conditions of filters that do not compare with the row's key of that name. */
  where?: { [K in Exclude<keyof Fl, keyof Fs | keyof H>]: Condition } & { [K in keyof Fl]?: Condition };
  /** Changes rows after the page is read: masking, texts of other areas. Answers them in the same order. */
  map?: (rows: readonly Omit<R, 'can'>[], at: Reading) => Promise<readonly Omit<R, 'can'>[]>;
  /** What the actor may do with a row. */
  can: (row: Omit<R, 'can'>, actor: Actor) => Readonly<Record<C, boolean>>;
}

export interface ServedListing<R> {
  readonly handlers: readonly Handler[];
  /** One row as the list has it, of any year; undefined when none is in reach. */
  row(at: Reading, id: string): Promise<R | undefined>;
  /** `from … where …` of the rows that search and filters leave: for what else is counted of the same rows. */
  rowsOf(at: Reading, input: Readonly<Record<string, unknown>>): Promise<RawBuilder<unknown>>;
}

type Input = Readonly<Record<string, unknown>>;
type Found = { readonly id: string; readonly $sort: string | null; readonly $n: number | null };

/** Handlers of a declared list, and its export. Refuses (422) a cursor that is not of this list's order. */
export function serveListing<
  Fs extends ListingFields,
  H extends Shape,
  Fl extends ListingFields,
  S extends string,
  C extends string,
>(
  of: Listing<Fs, H, Fl, S, C>,
  source: ListingSource<Fs, H, Fl, Row<Listing<Fs, H, Fl, S, C>>, C>,
): ServedListing<Row<Listing<Fs, H, Fl, S, C>>> {
  type R = Row<Listing<Fs, H, Fl, S, C>>;
  const listing = of as unknown as AnyListing;
  const plan = planOf(listing, source as unknown as LooseSource);
  const finish = async (found: readonly unknown[], at: Reading): Promise<R[]> => {
    const read = found as readonly Omit<R, 'can'>[];
    const rows = source.map ? await source.map(read, at) : read;
    return rows.map((row) => ({ ...row, can: source.can(row, at.actor) }) as R);
  };

  const page = async (at: Reading, input: Input, limit: number): Promise<Page<R & { id: string }>> => {
    const order = plan.order((input['sort'] as string | undefined) ?? of.sort);
    const after = input['after'] as string | undefined;
    const cursor = after === undefined ? null : readCursor(after, order.name);
    const where = and(await conditions(plan, at, input));
    const count = cursor ? NOT_COUNTED : countUpToCap(sql`select from ${plan.from} where ${where}`);
    const statement = sql<Found>`
      select ${plan.select}, (${order.key})::text as "$sort", ${count} as "$n" from ${plan.from} ${plan.joins}
      where ${where} and ${cursor ? order.after(cursor) : ALL} order by ${order.by} limit ${pageLimit(limit)}`;
    const { rows } = await statement.execute(at.db).catch(outOfRange(cursor ? 'after' : 'filters'));
    const total = cursor?.total ?? cappedTotal(rows[0]?.$n ?? 0);
    const cut = cutPage(rows, { limit }, { sort: order.name, total, at: (last) => last.$sort });
    // `$sort` and `$n` end with the output's check, and a file takes the columns it knows.
    return { ...cut, rows: (await finish(cut.rows, at)) as (R & { id: string })[] };
  };

  const { list, counts, export: exporting } = of.endpoints;
  registerListing({ listing, source: exportOf(listing, page) });
  return {
    handlers: [
      {
        endpoint: list,
        run: ({ db, actor, input }) => page({ db, actor }, input, (input as { limit: number }).limit),
      },
      handle(counts, async ({ db, actor }) => {
        const where = and(await conditions(plan, { db, actor }, {}));
        const { rows } = await sql<{ state: string; n: number }>`
          select ${plan.column(of.state)} as state, count(*)::int as n from ${plan.from} where ${where} group by 1`.execute(
          db,
        );
        return { byStatus: Object.fromEntries(rows.map(({ state, n }) => [state, n])) };
      }),
      handle(exporting, ({ db, actor, input }) => {
        const { format, ...rest } = input as { format: 'csv' | 'xlsx' };
        return startExport(db, actor, { contract: exporting.name, title: of.title, input: rest, format });
      }),
      ...sumsOf(plan),
    ],
    row: async (at, id) => {
      const { rows } = await sql`select ${plan.select} from ${plan.from} ${plan.joins}
        where ${sql.ref(`${source.alias}.id`)} = ${id} and ${reachOf(plan, at.actor)}`.execute(at.db);
      return (await finish(rows, at))[0];
    },
    rowsOf: async (at, input) => sql`from ${plan.from} where ${and(await conditions(plan, at, input))}`,
  };
}

/** What the money of the filter's rows comes to, as far as rows are counted. */
function sumsOf(plan: Plan): Handler[] {
  const { sums } = plan.of.endpoints;
  const columns = (plan.of.sums ?? []).map((name) => ({ name, of: sql.id(name) }));
  if (!sums) return [];
  const each = sql.join(columns.map(({ name, of }) => sql`${plan.column(name)} as ${of}`));
  const added = sql.join(columns.map(({ of }) => sql`coalesce(sum(t.${of}), 0)::bigint as ${of}`));
  return [
    handle(sums, async ({ db, actor, input }) => {
      const where = and(await conditions(plan, { db, actor }, input as Input));
      const statement = sql<Record<string, number>>`
        select count(*)::int as "$n", ${added} from (
          select ${each} from ${plan.from} ${plan.joins} where ${where} limit ${sql.lit(COUNT_CAP + 1)}) t`;
      const { rows } = await statement.execute(db).catch(outOfRange('filters'));
      const { $n: n = 0, ...found } = rows[0] as Record<string, number>;
      return { sums: n > COUNT_CAP ? null : found };
    }),
  ];
}

/** A number or day that the database does not know is the caller's fault, named by its field. */
const outOfRange = (field: string) => (error: unknown) => {
  throw isOutOfRange(error)
    ? refuse('input.invalid', { fields: { [field]: 'This value is out of range' } })
    : error;
};

const ALL = sql.raw<boolean>('true');
const NOT_COUNTED = sql.raw<number>('null::int');

/** Which rows this actor meets in the list at all. */
const reachOf = ({ of, source }: Plan, actor: Actor): RawBuilder<unknown> => {
  const centre = of.scope === 'centre' ? inChosenCentre(actor, `${source.alias}.franchisee_id`) : sql`true`;
  return source.only ? sql`${centre} and ${source.only(actor)}` : centre;
};

async function conditions(plan: Plan, at: Reading, input: Input): Promise<RawBuilder<unknown>[]> {
  const { of, source } = plan;
  const found = [
    reachOf(plan, at.actor),
    ...(of.needsYear
      ? [sql`${sql.ref(`${source.alias}.academic_year_id`)} = ${at.actor.academicYearId ?? 0}`]
      : []),
    ...searchConditions(plan.searched, input['q'] as string | undefined),
  ];
  for (const [name, field] of Object.entries(of.filters)) {
    const value = input[name];
    const own = source.where?.[name];
    if (value !== undefined && own) found.push(await own(value as never, at));
    else if (value !== undefined)
      found.push(...filterConditions({ field, column: plan.column(name) }, value));
  }
  return found;
}

const exportOf = (
  of: AnyListing,
  page: (at: Reading, input: Input, limit: number) => Promise<Page<{ id: string }>>,
): ExportSource => ({
  endpoint: of.endpoints.export,
  columns: (input) => {
    const wanted = input['columns'] as readonly string[] | undefined;
    return Object.entries(of.row)
      .filter(([name]) => !wanted?.length || wanted.includes(name))
      .map(([key, { label, kind }]) => ({ key, label, kind }));
  },
  page: async (db, actor, input, after) => {
    const found = await page({ db, actor }, after ? { ...input, after } : input, 1000);
    return { ...found, rows: found.rows.map((row) => withLabels(of.row, row)) };
  },
});
