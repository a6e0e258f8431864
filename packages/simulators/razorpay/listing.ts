import type { Collection } from './entities.ts';
import type { ListQuery } from './request-body.ts';

/** One page of a collection, newest first, as all Razorpay lists are. */
export function listOf<Row>(
  rows: readonly Row[],
  createdAt: (row: Row) => number,
  page: ListQuery,
): Collection<Row> {
  const items = rows
    .filter((row) => createdAt(row) >= page.from && createdAt(row) <= page.to)
    .reverse()
    .slice(page.skip, page.skip + page.count);
  return { entity: 'collection', count: items.length, items };
}
