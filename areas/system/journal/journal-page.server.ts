// What both journals share: filters over days and marks, and pages by falling running number.
import { cappedCount, contains, cutPage, type Page, pageLimit } from '@aangan/server/record/keyset.ts';
import { readCursor } from '@aangan/server/record/record-cursor.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';

export interface Journal {
  table: 'record_change' | 'access_log';
  where: RawBuilder<unknown>;
}

export const and = (parts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  parts.length > 0 ? sql.join([...parts], sql` and `) : sql`true`;
export const days = (from: string | undefined, to: string | undefined): RawBuilder<unknown>[] => [
  // Bounds as instants, so that the index on time serves; a day of IST begins at 18:30 UTC of the day before.
  ...(from ? [sql`j.at >= (${from}::date)::timestamp at time zone 'Asia/Kolkata'`] : []),
  ...(to ? [sql`j.at < (${to}::date + 1)::timestamp at time zone 'Asia/Kolkata'`] : []),
];
/** Only, or all but, what was done under an emergency right; nothing to ask when the filter is not set. */
export const emergencyIs = (
  wanted: boolean | undefined,
  marked: RawBuilder<unknown>,
): RawBuilder<unknown>[] => (wanted === undefined ? [] : [wanted ? marked : sql`not (${marked})`]);
export const like = (text: string): string => contains(text.toLowerCase());

/** A page by falling running number; the journal is append-only, so the number is the order of time. */
export async function pageOfJournal<Row extends { id: string }>(
  db: Db,
  { table, where }: Journal,
  columns: RawBuilder<unknown>,
  paging: { after?: string | undefined; limit: number },
): Promise<Page<Row>> {
  const cursor = paging.after === undefined ? null : readCursor(paging.after, 'id');
  const before = cursor ? sql`j.id < ${Number(cursor.id)}` : sql`true`;
  const { rows } =
    await sql<Row>`select ${columns} from ${sql.table(table)} j left join franchisee f on f.id = j.franchisee_id
    where ${where} and ${before} order by j.id desc limit ${pageLimit(paging.limit)}`.execute(db);
  const total =
    cursor?.total ?? (await cappedCount(db, sql`select from ${sql.table(table)} j where ${where}`));
  return cutPage(rows, paging, { sort: 'id', total, at: () => null, id: (last) => Number(last.id) });
}

/** Rows of one page of a journal's file. */
export const FILE_PAGE = 200;
export const text = (key: string, label: string) => ({ key, label, kind: 'text' });
