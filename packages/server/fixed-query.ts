import { CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Db } from './work/unit-of-work.ts';

/** The place of a value in a query that is put together once. */
export const place = <T>(n: number): RawBuilder<T> => sql.raw<T>(`$${n}`);

/**
 * A query that is put together once and not for each call, for what many requests ask: the builder's work for a long one
 * costs as much as its answer. It names its values by `place`.
 */
export function fixedQuery<Row>(query: () => RawBuilder<Row>) {
  let text: string | undefined;
  const textOf = (db: Db): string => {
    const { sql: made, parameters } = query().compile(db);
    if (parameters.length > 0) throw new Error('A fixed query names its values by place');
    return made;
  };
  return async (db: Db, values: readonly unknown[]): Promise<Row[]> => {
    text ??= textOf(db);
    return (await db.executeQuery(CompiledQuery.raw(text, [...values]))).rows as Row[];
  };
}
