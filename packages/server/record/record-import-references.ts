import { columnOf } from '@aangan/contract/fields.ts';
import { sql } from 'kysely';
import type { Db } from '../work/unit-of-work.ts';
import { isPaired, type PlannedField, type RecordPlan } from './record-plan.ts';

interface Line {
  readonly row: number;
  readonly values: Record<string, unknown>;
}

/** Replaces the labels people typed by the ids they name, in reach of the actor; what is not found becomes an error. */
export async function findReferences(
  db: Db,
  plan: RecordPlan,
  lines: readonly Line[],
  errors: { row: number; field: string; text: string }[],
  franchiseeId: number | undefined,
): Promise<void> {
  for (const planned of plan.fields) {
    if (!planned.target) continue;
    const labels = [
      ...new Set(
        lines
          .map(({ values }) => values[planned.name])
          .filter((value) => typeof value === 'string')
          .map(fold),
      ),
    ];
    if (labels.length === 0) continue;
    const found = await idsByLabel(db, planned, labels, franchiseeId);
    for (const { row, values } of lines) {
      const typed = values[planned.name];
      if (typeof typed !== 'string') continue;
      const ids = found.get(fold(typed)) ?? [];
      if (ids.length === 1) values[planned.name] = ids[0];
      else
        errors.push({
          row,
          field: planned.name,
          text:
            ids.length === 0
              ? `There is no ${planned.field.label.toLowerCase()} of this name`
              : 'Several entries have this name',
        });
    }
  }
}

const fold = (label: string): string => label.trim().toLowerCase();

async function idsByLabel(
  db: Db,
  { target, field }: PlannedField,
  labels: readonly string[],
  franchiseeId: number | undefined,
): Promise<Map<string, (string | number)[]>> {
  if (!target) return new Map();
  const label = sql.ref(columnOf(target.label, target.fields[target.label]));
  const centre =
    franchiseeId === undefined || target.scope === 'network'
      ? sql``
      : isPaired(target)
        ? sql` and franchisee_id = ${franchiseeId}`
        : sql` and franchisee_id in (1, ${franchiseeId})`;
  // An integer key may be typed as it is: 'franchisee 12' is known by its number too.
  const own = field.integerKey ? sql` or id::text = any(${labels})` : sql``;
  const { rows } = await sql<{ id: string | number; label: string }>`
    select id, lower(trim(${label}::text)) as label from ${sql.table(target.table)} where (lower(trim(${label}::text)) = any(${labels})${own})${centre}`.execute(
    db,
  );
  const found = new Map<string, (string | number)[]>();
  for (const { id, label: name } of rows)
    for (const key of new Set([name, ...(field.integerKey ? [String(id)] : [])]))
      found.set(key, [...(found.get(key) ?? []), id]);
  return found;
}
