// What the lists of records and declared lists (packages/server/listing) share: search, filters and order in SQL.
import type { Field } from '@aangan/contract/fields.ts';
import { type RawBuilder, sql } from 'kysely';
import { contains } from './keyset.ts';
import type { Cursor } from './record-cursor.ts';

/** A field and the expression its value is read from. */
export interface FieldColumn {
  readonly field: Field;
  readonly column: RawBuilder<unknown>;
}

export const and = (parts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  parts.length ? sql.join(parts, sql` and `) : sql`true`;

/** True for rows in which one of these fields contains the words as they stand; nothing for no words. */
export function searchConditions(
  fields: readonly FieldColumn[],
  q: string | undefined,
): RawBuilder<unknown>[] {
  const words = q?.trim();
  if (!words) return [];
  const hits = fields.map(({ field, column }) => {
    // A number is kept as +919820012345 and looked for as 98200 12345.
    const text = field.kind === 'phone' ? words.replace(/[\s\-()+]/g, '') || words : words;
    return sql`${column}::text ilike ${contains(text)}`;
  });
  return [sql`(${sql.join(hits, sql` or `)})`];
}

/** A filter as `filterShape` of the contract lets it through: one value, several, or `{from?, to?}` of a range. */
export function filterConditions({ field, column }: FieldColumn, value: unknown): RawBuilder<unknown>[] {
  if (value === undefined) return [];
  if (field.filter === 'range') {
    const { from, to } = value as { from?: unknown; to?: unknown };
    return [
      ...(from === undefined ? [] : [sql`${column} >= ${from}`]),
      ...(to === undefined ? [] : [sql`${column} <= ${to}`]),
    ];
  }
  const list = Array.isArray(value) ? value : [value];
  return [field.kind === 'choices' ? sql`${column} && ${list}` : sql`${column} = any(${list})`];
}

export interface KeysetOrder {
  /** As the list's input names it: `name` or `-name`. */
  readonly name: string;
  readonly key: RawBuilder<unknown>;
  readonly by: RawBuilder<unknown>;
  /** True for the rows after the cursor's. */
  after(cursor: Cursor): RawBuilder<unknown>;
}

/**
 * The order by `key` and the id beside it, downwards where the name begins with `-`. Empty values stand last in both
 * directions, so that turning the order round never hides the filled ones.
 */
export function keysetOrder({
  name,
  key,
  nullable,
  id,
}: {
  name: string;
  key: RawBuilder<unknown>;
  nullable: boolean;
  id: RawBuilder<unknown>;
}): KeysetOrder {
  const down = name.startsWith('-');
  const way = down ? sql`desc` : sql`asc`;
  const beyond = down ? sql`<` : sql`>`;
  const after = (cursor: Cursor) => {
    if (cursor.value === null) return sql`(${key} is null and ${id} ${beyond} ${cursor.id})`;
    const further = sql`(${key}, ${id}) ${beyond} (${cursor.value}, ${cursor.id})`;
    return nullable ? sql`(${further} or ${key} is null)` : further;
  };
  return { name, key, by: sql`${key} ${way} ${nullable ? sql`nulls last` : sql``}, ${id} ${way}`, after };
}
