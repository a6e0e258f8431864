import { cappedTotal } from '@aangan/server/record/keyset.ts';
import { writeCursor } from '@aangan/server/record/record-cursor.ts';

interface Found {
  id: string;
  $sort: string | null;
  $n: number;
}

/** A floor's page as lists answer it, of rows read with one too many. */
export function pageOf<R extends Found, T>(
  rows: readonly R[],
  limit: number,
  sort: string,
  shape: (row: Omit<R, '$sort' | '$n'>) => T,
) {
  const total = cappedTotal(rows[0]?.$n ?? 0);
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    rows: rows.slice(0, limit).map(({ $sort: _sort, $n: _n, ...row }) => shape(row)),
    next: last ? writeCursor({ sort, value: last.$sort, id: last.id, total }) : null,
    total,
  };
}
