// The small words of SQL that many queries share. A column is written `alias.column`, as in the query around it.
import { createQueryId, PostgresQueryCompiler, type RawBuilder, sql } from 'kysely';
import type { Db } from './work/unit-of-work.ts';

/** An SQL expression, or the name of a column. */
type Expression = RawBuilder<unknown> | string;

const expression = (of: Expression): RawBuilder<unknown> => (typeof of === 'string' ? sql.ref(of) : of);

/** A piece of SQL that stays the same, put into words once and not with every query. One with values is left as it is. */
export function fixed<T>(piece: RawBuilder<T>): RawBuilder<T> {
  const { sql: text, parameters } = compiler.compileQuery(piece.toOperationNode(), createQueryId());
  return parameters.length > 0 ? piece : sql.raw<T>(text);
}
const compiler = new PostgresQueryCompiler();

/** 'Corporate Business Branch' holds head-office books, users and stock and what holds for the whole network; it is never counted as a centre (network.md N2). */
export const HEAD_OFFICE = 1;

/** True for rows of the centre chosen in the top bar; all rows while none is chosen. What the actor may see is row security. */
export const inChosenCentre = (
  actor: { readonly franchiseeId: number | null },
  column: string,
): RawBuilder<boolean> =>
  actor.franchiseeId === null ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = ${actor.franchiseeId}`;

/** First and last name of a person's row under `alias`; null when an outer join found nobody. */
export const personName = (alias: string): RawBuilder<string | null> =>
  sql<
    string | null
  >`nullif(trim(concat_ws(' ', ${sql.ref(`${alias}.first_name`)}, ${sql.ref(`${alias}.last_name`)})), '')`;

/** The calendar day in India of an instant: a `date`, read as 'YYYY-MM-DD'. */
export const istDay = (instant: Expression): RawBuilder<string> =>
  sql<string>`(${expression(instant)} at time zone 'Asia/Kolkata')::date`;

const arrays = { int: sql`int[]`, text: sql`text[]`, uuid: sql`uuid[]` };

/** True when the expression is one of the values: one parameter, so the text of the query stays the same for any number. */
export const several = (
  of: Expression,
  values: readonly (number | string)[],
  type: keyof typeof arrays,
): RawBuilder<boolean> => sql<boolean>`${expression(of)} = any (${[...values]}::${arrays[type]})`;

/** Whether a query without columns (`select from …`) has a row. */
export async function anyRow(db: Db, query: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`select exists (${query}) as there`.execute(db);
  return rows[0]?.there ?? false;
}
