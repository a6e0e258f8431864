import { columnOf } from '@aangan/contract/fields.ts';
import type { AnyRecord } from '@aangan/contract/record.ts';
import { sql } from 'kysely';
import type { ImportList } from '../file-import/import-lists.ts';
import type { Db } from '../work/unit-of-work.ts';
import { isPaired, type PlannedField } from './record-plan.ts';

const OPTIONS = 200;

/** The entries of a reference field that these labels name, in reach of the actor. */
export async function entriesByLabel(
  db: Db,
  planned: PlannedField,
  typed: readonly string[],
  franchiseeId: number | undefined,
): Promise<ImportList> {
  const found = await idsByLabel(db, planned, [...new Set(typed.map(normalized))], franchiseeId);
  return {
    ids: (one) => found.get(normalized(one)) ?? [],
    options: await firstLabels(db, planned, franchiseeId),
  };
}

const normalized = (label: string): string => label.trim().toLowerCase();

const labelOf = ({ target }: { target: AnyRecord }) =>
  sql.ref(columnOf(target.label, target.fields[target.label]));

/** ' and …': which rows of the target a row of this centre may point to. */
const inCentre = (target: AnyRecord, franchiseeId: number | undefined) =>
  franchiseeId === undefined || target.scope === 'network'
    ? sql``
    : isPaired(target)
      ? sql` and franchisee_id = ${franchiseeId}`
      : sql` and franchisee_id in (1, ${franchiseeId})`;

async function idsByLabel(
  db: Db,
  { target, field }: PlannedField,
  labels: readonly string[],
  franchiseeId: number | undefined,
): Promise<Map<string, (string | number)[]>> {
  const found = new Map<string, (string | number)[]>();
  if (!target || labels.length === 0) return found;
  const label = labelOf({ target });
  // An integer key may be typed as it is: 'franchisee 12' is known by its number too.
  const own = field.integerKey ? sql` or id::text = any(${labels})` : sql``;
  const { rows } = await sql<{ id: string | number; label: string }>`
    select id, lower(trim(${label}::text)) as label from ${sql.table(target.table)} where (lower(trim(${label}::text)) = any(${labels})${own})${inCentre(target, franchiseeId)}`.execute(
    db,
  );
  for (const { id, label: name } of rows)
    for (const key of new Set([name, ...(field.integerKey ? [String(id)] : [])]))
      found.set(key, [...(found.get(key) ?? []), id]);
  return found;
}

async function firstLabels(
  db: Db,
  { target }: PlannedField,
  franchiseeId: number | undefined,
): Promise<string[]> {
  if (!target) return [];
  const { rows } = await sql<{ label: string }>`
    select distinct ${labelOf({ target })}::text as label from ${sql.table(target.table)} where true${inCentre(target, franchiseeId)} order by 1 limit ${OPTIONS}`.execute(
    db,
  );
  return rows.map(({ label }) => label);
}
