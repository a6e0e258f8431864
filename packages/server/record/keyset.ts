// Pages of a list by keyset: what every list that is written by hand shares with the record engine's.
import { type Expression, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Db } from '../work/unit-of-work.ts';
import { type Cursor, readCursor, writeCursor } from './record-cursor.ts';

/** A total above this is shown as "10,000+"; nobody counts further. */
export const COUNT_CAP = 10_000;

export type Total = Cursor['total'];

export interface Page<Row> {
  readonly rows: Row[];
  readonly next: string | null;
  readonly total: Total;
}

/** Paging part of a list's input. */
export interface PageRequest {
  readonly after?: string | undefined;
  readonly limit: number;
}

const USUAL_LIMITS: ReadonlySet<number> = new Set([25, 50, 100, 200]);

/**
 * The rows of a page and one more, as it stands behind `limit`. The usual numbers are part of the statement: of a number it
 * cannot know the planner thinks as of a tenth of the table, holds a kept plan for too dear and plans the same page anew
 * each time. Another number stays a value, so that nobody fills the server with statements.
 */
export const pageLimit = (limit: number): RawBuilder<number> =>
  USUAL_LIMITS.has(limit) ? sql.lit(limit + 1) : sql`${limit + 1}`;

/** Total of a count that ran up to one above the cap. */
export const cappedTotal = (n: number, cap = COUNT_CAP): Total => ({ n: Math.min(n, cap), more: n > cap });

/** `(select count(*)::int …)` of a query, up to one above the cap, to stand as a column beside a page. Its columns are not read. */
export const countUpToCap = (rows: Expression<unknown>): RawBuilder<number> =>
  sql`(select count(*)::int from (${rows} limit ${sql.lit(COUNT_CAP + 1)}) counted)`;

/** Counts the rows of a query, or of a raw `select from …`, up to the cap. */
export async function cappedCount(db: Db, rows: Expression<unknown>): Promise<Total> {
  const { rows: found } = await sql<{ n: number }>`select ${countUpToCap(rows)} as n`.execute(db);
  return cappedTotal(found[0]?.n ?? 0);
}

/** The page of `limit + 1` found rows: the row too many only says that there is more. `at` is the sort value as Postgres writes it. */
export function cutPage<Row extends { readonly id: string | number }>(
  found: readonly Row[],
  request: PageRequest,
  end: {
    readonly sort: string;
    readonly total: Total;
    at(last: Row): string | null;
    /** Where the row shows its number as text. */
    id?(last: Row): string | number;
  },
): Page<Row> {
  const rows = found.slice(0, request.limit);
  const last = rows.at(-1);
  const next =
    found.length > request.limit && last
      ? writeCursor({ sort: end.sort, value: end.at(last), id: end.id?.(last) ?? last.id, total: end.total })
      : null;
  return { rows, next, total: end.total };
}

/**
 * One page of `query`, newest first, by an instant column and the uuid beside it. The cursor carries the instant as
 * Postgres writes it: as the API writes it, it has lost its microseconds, and rows of that millisecond would be skipped.
 * `count` is asked on the first page only. Refuses (422) a cursor that is not of this order.
 */
export async function newestFirst<DB, TB extends keyof DB, Row extends { readonly id: string }>(
  query: SelectQueryBuilder<DB, TB, Row>,
  order: { readonly name: string; readonly at: string; readonly id: string },
  request: PageRequest,
  count: () => Promise<Total>,
): Promise<Page<Row>> {
  const cursor = request.after ? readCursor(request.after, order.name) : null;
  const total = cursor?.total ?? (await count());
  const [at, id] = [sql.ref(order.at), sql.ref(order.id)];
  const from = cursor
    ? query.where(sql<boolean>`(${at}, ${id}) < (${cursor.value}::timestamptz, ${cursor.id}::uuid)`)
    : query;
  const found = await from
    .orderBy(sql`${at} desc, ${id} desc`)
    .limit(pageLimit(request.limit))
    .select(sql<string>`${at}::text`.as('$sort'))
    .$castTo<Row & { $sort: string }>()
    .execute();
  return cutPage<Row & { $sort: string }>(found, request, {
    sort: order.name,
    total,
    at: (last) => last.$sort,
  });
}

/** A text as LIKE takes it literally. NUL cannot be stored, so it is not looked for: Postgres would refuse the parameter. */
export const literally = (text: string): string => text.replaceAll('\0', '').replace(/[\\%_]/g, '\\$&');

/** Pattern of a text that contains these words as they stand. */
export const contains = (text: string): string => `%${literally(text)}%`;

/** Pattern of a text that begins so. */
export const beginsWith = (text: string): string => `${literally(text)}%`;
