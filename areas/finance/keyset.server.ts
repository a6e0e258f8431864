// One page of a list whose rows come from joined or summed SQL: keyset paging, capped count (finance.md D19).

import {
  cappedCount,
  cappedTotal,
  cutPage,
  type Page,
  type PageRequest,
  pageLimit,
} from '@aangan/server/record/keyset.ts';
import { readCursor } from '@aangan/server/record/record-cursor.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';

export interface SortBy {
  /** Column of the base query; never null there. */
  readonly column: string;
  readonly type: 'text' | 'date' | 'timestamptz' | 'bigint' | 'int';
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
  request: PageRequest & { readonly sort?: string | undefined },
): Promise<Page<Row>> {
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
    order by ${column} ${direction}, b.id ${direction} limit ${pageLimit(request.limit)}`.execute(db);
  const total =
    cursor?.total ??
    (list.count === undefined
      ? await cappedCount(db, sql`select from (${source}) b`)
      : cappedTotal(list.count));
  return cutPage<Row & { $sort: string }>(rows, request, { sort: name, total, at: (last) => last.$sort });
}
