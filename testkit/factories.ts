// Rows from declarations: every field's sample, parents made when they are missing, overrides by hand. Through the real
// endpoints, as the super admin, so that a factory cannot make what the product would refuse.
import type { Field } from '@aangan/contract/fields.ts';
import type { AnyRecord } from '@aangan/contract/record.ts';
import type { ErrorBody } from '@aangan/server/endpoint/errors.ts';
import * as z from 'zod';
import type { TestApp } from './app.ts';
import { readTables } from './catalogue.ts';
import { withClient } from './postgres.ts';
import { Dice } from './random.ts';
import { type Schema, validValue } from './schema-values.ts';
import { insertSql, makeRow } from './table-rows.ts';
import { ANDHERI } from './world.ts';

export interface MadeRecord {
  readonly id: string | number;
  readonly version: number;
  readonly [field: string]: unknown;
}

export interface MakeOptions {
  /** Default Andheri. */
  centre?: number;
  /** Leave optional fields out. */
  lean?: boolean;
}

/** Values that samples cannot guess, by record name; `n` differs from call to call. */
const OVERRIDES: Readonly<Record<string, (n: number) => Readonly<Record<string, unknown>>>> = {
  // A pincode is text that must stand in the directory; the named world has 400001 to 400060.
  // The rule of the two says what to do with the rate; an ordinary one is wanted.
  'tax-rate': () => ({ exempt: false }),
  // A holiday of the whole country names no state and no city; one a day.
  'ams-holiday': (n) => ({
    onDate: new Date(Date.UTC(2000, 0, 1 + (n % 9000))).toISOString().slice(0, 10),
    level: 'NATIONAL',
    stateCode: null,
    cityId: null,
  }),
  // Each band begins below the one before.
  'audit-type': () => ({ bandABp: 9000, bandBBp: 7500, bandCBp: 6000 }),
  // One amount for each month and source.
  'enquiry-spend': (n) => ({
    month: `${2000 + (Math.floor(n / 12) % 99)}-${String((n % 12) + 1).padStart(2, '0')}-01`,
  }),
  // Application and admission fee stand in every centre and year already.
  'receipt-fee-type': () => ({ referenceType: 'REGISTRATION_FORM' }),
  'franchisee-pincode': (n) => ({ pincode: String(400_001 + (n % 60)) }),
};

let counter = 0;

/** Creates a row of a record and gives it as the API does. `overrides` win over samples. */
export async function make(
  test: TestApp,
  record: AnyRecord,
  overrides: Readonly<Record<string, unknown>> = {},
  options: MakeOptions = {},
): Promise<MadeRecord> {
  const { create } = record.endpoints;
  const centre = options.centre ?? ANDHERI;
  if (!create) return makeBehind(test, record, centre);
  const values = await valuesFor(test, record, overrides, options);
  for (let attempt = 1; ; attempt += 1) {
    const { status, body } = await test.as('Asha', { centre }).raw(create, values);
    if (status === 200) return body as MadeRecord;
    const error = body as ErrorBody;
    // A unique key over a short list (term 0 to 4, a reference type): the next free value is tried.
    const taken = Object.keys(error.fields ?? {}).filter(
      (name) => !(name in overrides) && name in (record.fields as object),
    );
    if (error.code !== 'row.duplicate' || taken.length === 0 || attempt > 12)
      throw new Error(`${create.name} answered ${status}: ${JSON.stringify(body)}`);
    for (const name of taken) {
      const field = (record.fields as Record<string, Field>)[name] as Field;
      values[name] =
        field.kind === 'reference'
          ? (await make(test, recordOf(test, field), {}, { centre, lean: true })).id
          : next(field, values[name]);
    }
  }
}

function next(field: Field, value: unknown): unknown {
  const { options, min = 0, max = 1_000_000 } = field;
  if (options?.length)
    return options[(options.findIndex((option) => option.value === value) + 1) % options.length]?.value;
  if (typeof value === 'number' && field.kind !== 'reference') return value + 1 > max ? min : value + 1;
  if (field.kind === 'date') return further(field, value);
  return sampleOf(field);
}

/** Valid values of a record's form. Unique texts differ from call to call. */
export async function valuesFor(
  test: TestApp,
  record: AnyRecord,
  overrides: Readonly<Record<string, unknown>> = {},
  options: MakeOptions = {},
): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  counter += 1;
  const given = { ...OVERRIDES[record.name]?.(counter), ...overrides };
  for (const [name, field] of Object.entries(record.fields as Record<string, Field>)) {
    if (name in given) values[name] = given[name];
    else if (field.kind === 'reference') {
      if (!field.optional) values[name] = await parentOf(test, field, options.centre ?? ANDHERI);
    } else if (field.kind === 'file' ? !field.optional : !(field.optional && options.lean))
      values[name] = sampleOf(field);
  }
  makeValid(record, values);
  return values;
}

// Most rules over several fields say "the second after the first": a later, larger second is tried. What stays wrong is
// left out when it may be.
function makeValid(record: AnyRecord, values: Record<string, unknown>): void {
  const fields = record.fields as Record<string, Field>;
  for (let round = 0; round < 3; round += 1)
    for (const name of Object.keys(record.problems(values)))
      if (fields[name]) values[name] = further(fields[name], values[name]);
  for (const name of Object.keys(record.problems(values))) if (fields[name]?.optional) delete values[name];
}

function further(field: Field, value: unknown): unknown {
  const { max = Number.MAX_SAFE_INTEGER } = field;
  if (typeof value === 'number')
    return Math.min(max, value + (field.kind === 'percent' ? 500 : field.kind === 'money' ? 100_000 : 12));
  if (field.kind === 'date')
    return new Date(Date.parse(String(value)) + 90 * 86_400_000).toISOString().slice(0, 10);
  if (field.kind === 'dateTime') return new Date(Date.parse(String(value)) + 86_400_000).toISOString();
  if (field.kind === 'time')
    return `${String(Math.min(22, Number(String(value).slice(0, 2)) + 3)).padStart(2, '0')}:30`;
  if (field.kind === 'boolean') return !value;
  if (field.kind === 'choice') return field.options?.find((option) => option.value !== value)?.value ?? value;
  return value;
}

function sampleOf(field: Field): unknown {
  const { sample } = field;
  if (typeof sample !== 'string' || !['text', 'longText', 'email', 'phone'].includes(field.kind))
    return sample;
  counter += 1;
  const mark = String(counter);
  if (field.kind === 'phone') return `98${String(20_000_000 + counter)}`;
  if (field.kind === 'email') return `person${mark}@aangan.test`;
  // A sample of a pattern keeps its shape: its last digits count up.
  const digits = /\d+(?=\D*$)/.exec(sample);
  const counted = digits
    ? sample.slice(0, digits.index) +
      mark.padStart(digits[0].length, '0').slice(-digits[0].length) +
      sample.slice(digits.index + digits[0].length)
    : '';
  const appended = `${sample.slice(0, Math.max(1, (field.max ?? 200) - mark.length - 1))} ${mark}`;
  const patterned = () =>
    String(
      validValue(
        z.toJSONSchema(field.schema, { io: 'input', unrepresentable: 'any' }) as Schema,
        new Dice(counter),
      ),
    );
  return (
    [() => appended, () => counted, patterned, () => sample]
      .map((text) => text())
      .find((text) => text && field.schema.safeParse(text).success) ?? sample
  );
}

function recordOf(test: TestApp, field: Field): AnyRecord {
  const found = test.areas
    .flatMap((server) => server.area.records)
    .find((record) => record.name === field.to);
  if (!found) throw new Error(`No record '${field.to}'`);
  return found;
}

async function parentOf(test: TestApp, field: Field, centre: number): Promise<string | number> {
  const target = recordOf(test, field);
  const { rows } = (await test.as('Asha', { centre }).call(target.endpoints.options, {})) as {
    rows: { id: string | number }[];
  };
  return rows[0]?.id ?? (await make(test, target, {}, { centre, lean: true })).id;
}

// A record whose writes are commands: the row is put behind their back, with foreign keys and triggers at rest.
async function makeBehind(test: TestApp, record: AnyRecord, centre: number): Promise<MadeRecord> {
  const id = await withClient(test.database.adminUrl, async (client) => {
    const table = (await readTables(client)).find(({ name }) => name === record.table);
    if (!table) throw new Error(`No table ${record.table}`);
    await client.query("set session_replication_role = 'replica'");
    counter += 1;
    const row = { ...makeRow(table, centre, 100 + counter), ...(await choicesOf(client, record.table)) };
    const { text, values } = insertSql(table, row, 'returning id');
    return (await client.query<{ id: string | number }>(text, values)).rows[0]?.id;
  });
  return (await test.as('Asha', { centre }).call(record.endpoints.get, { id })) as MadeRecord;
}

/** The first allowed value of each required column with a closed list. */
async function choicesOf(
  client: Parameters<typeof readTables>[0],
  table: string,
): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select a.attname as name, pg_get_constraintdef(c.oid) as definition from pg_constraint c
     join pg_attribute a on a.attrelid = c.conrelid and c.conkey = array[a.attnum] where c.contype = 'c' and c.conrelid = $1::regclass and a.attnotnull and not a.atthasdef`,
    [table],
  );
  return Object.fromEntries(
    rows.flatMap(({ name, definition }) => {
      const [, first] = /ARRAY\['([^']*)'/.exec(definition) ?? [];
      return first === undefined ? [] : [[name, first]];
    }),
  );
}
