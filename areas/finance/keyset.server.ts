// One page of a list whose rows come from joined or summed SQL: keyset paging, capped count (finance.md D19).

import { readCursor, writeCursor } from '@aangan/server/record-cursor.ts';
import type { Db } from '@aangan/server/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';

const COUNT_CAP = 10_000;

export interface SortBy {
  /** Column of the base query; never null there. */
  readonly column: string;
  readonly type: 'text' | 'date' | 'timestamptz' | 'bigint' | 'int';
}

export interface PageRequest {
  readonly after?: string | undefined;
  readonly limit: number;
  readonly sort?: string | undefined;
}

export interface SqlPage<Row> {
  readonly rows: Row[];
  readonly next: string | null;
  readonly total: { readonly n: number; readonly more: boolean };
}

/** Where a page begins and how it is ordered, for a `base` that picks its own rows. */
export interface Turn {
  /** Key of `sorts`, without '-'. */
  readonly name: string;
  readonly down: boolean;
  readonly cursor: { readonly value: string | null; readonly id: string | number } | null;
  readonly limit: number;
}

/**
 * `base` selects the rows with their filters applied and has a column `id`; the order is a key of `sorts`, '-' descends.
 * `count`: the number of rows, where the caller knows it.
 */
export async function keysetPage<Row extends { id: string | number }>(
  db: Db,
  base: RawBuilder<unknown> | ((turn: Turn) => RawBuilder<unknown>),
  list: { sorts: Readonly<Record<string, SortBy>>; standard: string; count?: number },
  request: PageRequest,
): Promise<SqlPage<Row>> {
  const name =
    request.sort && Object.hasOwn(list.sorts, request.sort.replace(/^-/, '')) ? request.sort : list.standard;
  const by = list.sorts[name.replace(/^-/, '')] as SortBy; // `standard` is a key by construction
  const column = sql.ref(`b.${by.column}`);
  const down = name.startsWith('-');
  const cursor = request.after ? readCursor(request.after, name) : null;
  const past = cursor
    ? sql`where (${column}, b.id) ${sql.raw(down ? '<' : '>')} (${cursor.value}::${sql.raw(by.type)}, ${cursor.id}::${sql.raw(typeof cursor.id === 'number' ? 'int' : 'uuid')})`
    : sql``;
  const direction = sql.raw(down ? 'desc' : 'asc');
  const source =
    typeof base === 'function'
      ? base({ name: name.replace(/^-/, ''), down, cursor, limit: request.limit })
      : base;
  const { rows } = await sql<
    Row & { $sort: string }
  >`select b.*, ${column}::text as "$sort" from (${source}) b ${past}
    order by ${column} ${direction}, b.id ${direction} limit ${request.limit + 1}`.execute(db);
  const total = cursor?.total ?? (list.count === undefined ? await counted(db, source) : capped(list.count));
  const page = rows.slice(0, request.limit);
  const last = page.at(-1);
  return {
    rows: page,
    next:
      rows.length > request.limit && last
        ? writeCursor({ sort: name, value: last.$sort, id: last.id, total })
        : null,
    total,
  };
}

async function counted(db: Db, base: RawBuilder<unknown>): Promise<{ n: number; more: boolean }> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from (select from (${base}) b limit ${sql.lit(COUNT_CAP + 1)}) c`.execute(db);
  return capped(rows[0]?.n ?? 0);
}

const capped = (n: number): { n: number; more: boolean } => ({
  n: Math.min(n, COUNT_CAP),
  more: n > COUNT_CAP,
});

/** `%text%` with the wildcards of the text taken literally. */
export const contains = (text: string): string => `%${text.replace(/[\\%_]/g, (c) => `\\${c}`)}%`;
