// What the engine needs to know of one record to write its SQL, worked out once: columns, joins for the labels of
// references, sort expressions. Every name comes from a declaration, never from a request.
import { columnOf, type Field, labelKeyOf } from '@aangan/contract/fields.ts';
import type { AnyRecord } from '@aangan/contract/record.ts';
import { type RawBuilder, sql } from 'kysely';

export interface PlannedField {
  readonly name: string;
  readonly field: Field;
  readonly columnName: string;
  /** `b.policy_no` */
  readonly column: RawBuilder<unknown>;
  /** For a reference: the record it points to. */
  readonly target: AnyRecord | null;
  /** For a reference: `r0.name`, the label in the joined table. */
  readonly label: RawBuilder<unknown> | null;
}

export interface RecordPlan {
  readonly record: AnyRecord;
  readonly table: RawBuilder<unknown>;
  readonly fields: readonly PlannedField[];
  /** Rows have a franchisee_id; the key is (franchisee_id, id). */
  readonly ofCentre: boolean;
  readonly ofYear: boolean;
  readonly labelColumn: string;
  readonly columns: RawBuilder<unknown>;
  readonly joins: RawBuilder<unknown>;
}

const known = new Map<string, AnyRecord>();
const plans = new WeakMap<AnyRecord, RecordPlan>();

/** Makes records known by name, so that references find their target. Two records of one name are refused. */
export function registerRecords(records: readonly AnyRecord[]): void {
  for (const record of records) {
    const same = known.get(record.name);
    if (same && same !== record) throw new Error(`Two records are called '${record.name}'`);
    known.set(record.name, record);
  }
}

/** The record of a name, when an area of this process has it. */
export const knownRecord = (name: string): AnyRecord | undefined => known.get(name);

/** The records of all areas by name. Throws when a reference names a record that does not exist or cannot be joined. */
export function recordRegistry(
  areas: readonly { readonly records: readonly AnyRecord[] }[],
): ReadonlyMap<string, AnyRecord> {
  registerRecords(areas.flatMap((area) => area.records));
  const all = new Map(areas.flatMap((area) => area.records).map((record) => [record.name, record]));
  for (const record of all.values()) planOf(record);
  return all;
}

/** The plan of a record; made at first use. Throws when a reference cannot be resolved. */
export function planOf(record: AnyRecord): RecordPlan {
  const ready = plans.get(record);
  if (ready) return ready;
  const made = makePlan(record);
  plans.set(record, made);
  return made;
}

function makePlan(record: AnyRecord): RecordPlan {
  const entries = Object.entries(record.fields as Record<string, Field>);
  const fields = entries.map(([name, field], index) => planField(record, name, field, index));
  const ofCentre = record.scope !== 'network';
  const columns = fields.flatMap(({ name, column, label }) => {
    const own = sql`${column} as ${sql.id(name)}`;
    return label ? [own, sql`${label}::text as ${sql.id(labelKeyOf(name))}`] : [own];
  });
  const own = ofCentre
    ? [sql`b.id`, sql`b.version`, sql`b.franchisee_id as "franchiseeId"`]
    : [sql`b.id`, sql`b.version`];
  return {
    record,
    table: sql.table(record.table),
    fields,
    ofCentre,
    ofYear: record.scope === 'centre-year',
    labelColumn: columnOf(record.label, record.fields[record.label]),
    columns: sql.join([...own, ...columns]),
    joins: sql.join(
      fields.flatMap((field, index) => joinOf(field, index, ofCentre)),
      sql` `,
    ),
  };
}

function planField(record: AnyRecord, name: string, field: Field, index: number): PlannedField {
  const columnName = columnOf(name, field);
  const base = { name, field, columnName, column: sql.ref(`b.${columnName}`) };
  if (field.kind !== 'reference') return { ...base, target: null, label: null };
  const target = known.get(field.to ?? '');
  if (!target)
    throw new Error(`Field '${name}' of record '${record.name}' points to '${field.to}', which is no record`);
  if (record.scope === 'network' && isPaired(target))
    throw new Error(`Network record '${record.name}' cannot point to '${target.name}' of a centre`);
  if ((target.key === 'integer') !== (field.integerKey === true))
    throw new Error(`Field '${name}' of record '${record.name}' has another key type than '${target.name}'`);
  const label = sql.ref(`r${index}.${columnOf(target.label, target.fields[target.label])}`);
  return { ...base, target, label };
}

/** The target's rows belong to one centre each, so a reference is to (franchisee_id, id). Shared rows may be the network's. */
export const isPaired = (target: AnyRecord): boolean =>
  target.scope === 'centre' || target.scope === 'centre-year';

function joinOf({ target, column }: PlannedField, index: number, ofCentre: boolean): RawBuilder<unknown>[] {
  if (!target) return [];
  const alias = `r${index}`;
  const centre =
    ofCentre && isPaired(target) ? sql` and ${sql.ref(`${alias}.franchisee_id`)} = b.franchisee_id` : sql``;
  return [
    sql`left join ${sql.table(target.table)} as ${sql.id(alias)} on ${sql.ref(`${alias}.id`)} = ${column}${centre}`,
  ];
}

/** Characters of a text that decide the order; the cursor carries them. */
const SORT_LENGTH = 200;

/**
 * What rows are ordered by: a reference by its label, words without regard to case. Network records keep the plain
 * column, whose index then serves the order (155,000 post offices); a centre's few rows are sorted in memory.
 */
export function sortExpression(
  plan: RecordPlan,
  { field, target, label, column }: PlannedField,
): { sql: RawBuilder<unknown>; nullable: boolean } {
  const words = label ?? (['text', 'longText', 'email'].includes(field.kind) ? column : null);
  const nullable = field.optional || label !== null;
  if (!words) return { sql: column, nullable };
  const source: Field = target ? target.fields[target.label] : field;
  const short =
    (source.max ?? SORT_LENGTH + 1) <= SORT_LENGTH
      ? words
      : sql`left(${words}::text, ${sql.lit(SORT_LENGTH)})`;
  return { sql: plan.ofCentre ? sql`lower(${short}::text)` : short, nullable };
}
