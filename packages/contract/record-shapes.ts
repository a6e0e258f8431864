import * as z from 'zod';
import {
  daySchema,
  type Field,
  type Fields,
  instantSchema,
  labelKeyOf,
  paiseSchema,
  uuidSchema,
} from './fields.ts';

/** What names a row in an input: a uuid, or a number where the specification's paths carry numbers. */
export const keySchema = (key: 'uuid' | 'integer') =>
  key === 'uuid' ? uuidSchema : z.int().min(0).max(2147483647);

/** The filters a list accepts, from the fields that declare one. */
export const filterSchema = (fields: Fields): z.ZodType<Record<string, unknown>> =>
  z.strictObject(filterShape(fields));

/** The same, to stand flat in an input. */
export function filterShape(fields: Fields): Record<string, z.ZodType> {
  const shape: Record<string, z.ZodType> = {};
  for (const [name, f] of Object.entries(fields)) {
    if (!f.filter) continue;
    const one = filterValue(f);
    shape[name] =
      f.filter === 'range'
        ? z.strictObject({ from: one.optional(), to: one.optional() }).optional()
        : z.union([one, z.array(one).max(50)]).optional();
  }
  return shape;
}

function filterValue(f: Field): z.ZodType {
  if (f.kind === 'date') return daySchema;
  if (f.kind === 'dateTime') return instantSchema;
  if (f.kind === 'money') return paiseSchema;
  if (f.kind === 'choices') return z.enum((f.options ?? []).map((o) => o.value) as [string, ...string[]]);
  return f.schema;
}

/** The values of a form; `partial` for changes, where an absent field stays. */
export function fieldShape(fields: Fields, partial: boolean): Record<string, z.ZodType> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, f]) => {
      const one = f.optional ? f.schema.nullable().optional() : f.schema;
      return [name, partial ? (f.optional ? one : f.schema.optional()) : one];
    }),
  );
}

// What leaves the server is not validated again by the entry rules (a phone normaliser, a minimum that was raised
// later): it is only shaped, so that an old row never turns into an error.
export function rowShape(fields: Fields): Record<string, z.ZodType> {
  const shape: Record<string, z.ZodType> = {};
  for (const [name, f] of Object.entries(fields)) {
    const one = outputOf(f);
    shape[name] = f.optional ? one.nullable() : one;
    if (f.kind === 'reference') shape[labelKeyOf(name)] = z.string().nullable().optional();
  }
  return shape;
}

function outputOf(f: Field): z.ZodType {
  switch (f.kind) {
    case 'integer':
    case 'money':
    case 'percent':
      return z.int();
    case 'decimal':
      return z.number();
    case 'boolean':
      return z.boolean();
    case 'choices':
      return z.array(z.string());
    case 'reference':
      return f.integerKey ? z.int() : z.string();
    default:
      return z.string();
  }
}
