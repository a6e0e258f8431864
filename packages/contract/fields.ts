import './no-eval.ts';
import * as z from 'zod';
import { phoneNorm } from './phone.ts';

/**
 * The closed list of field kinds (models.md 3.3). A kind is: a zod schema, its filter operators, its column and its
 * widget in packages/web/fields. A new kind needs a decision record and its own suite.
 */
export type FieldKind =
  | 'text'
  | 'longText'
  | 'integer'
  | 'decimal'
  | 'money'
  | 'percent'
  | 'date'
  | 'dateTime'
  | 'time'
  | 'boolean'
  | 'choice'
  | 'choices'
  | 'reference'
  | 'email'
  | 'phone'
  | 'file'
  | 'files'
  | 'references';

export interface ChoiceOption {
  readonly value: string;
  readonly label: string;
}

/** What every field says of itself. `schema` is for one non-null value; `optional` makes it nullable. */
export interface Field<S extends z.ZodType = z.ZodType, Opt extends boolean = boolean> {
  readonly kind: FieldKind;
  readonly schema: S;
  readonly label: string;
  readonly optional: Opt;
  readonly help?: string;
  /** Characters, digits or bytes, by kind. */
  readonly max?: number;
  readonly min?: number;
  /** Entries of `files` and `references`. */
  readonly most?: number;
  /** The list's search box looks into this column (needs a `_key`-like or text index). */
  readonly search?: true;
  /** `true` equality, `'range'` from/to. The index is checked by the all-records suite. */
  readonly filter?: true | 'range';
  readonly unique?: 'in centre' | 'in network';
  readonly options?: readonly ChoiceOption[];
  /** Name of the record a reference points to. By name, so no import cycle can arise. */
  readonly to?: string;
  /** For reference: its key is an integer (franchisee, city…) instead of a uuid. */
  readonly integerKey?: true;
  readonly accept?: readonly string[];
  /** Column name when it is not the snake_case of the field. */
  readonly column?: string;
  /** A value for factories and the OpenAPI example. */
  readonly sample: unknown;
}

export interface Common<Opt extends boolean> {
  label: string;
  optional?: Opt;
  help?: string;
  search?: true;
  filter?: true | 'range';
  unique?: 'in centre' | 'in network';
  column?: string;
}

function field<S extends z.ZodType, Opt extends boolean = false>(
  kind: FieldKind,
  schema: S,
  sample: unknown,
  options: Common<Opt> & Partial<Omit<Field, 'kind' | 'schema' | 'sample' | keyof Common<boolean>>>,
): Field<S, Opt> {
  return { ...options, kind, schema, sample, optional: (options.optional ?? false) as Opt };
}

const trimmed = (max: number, min = 1) =>
  z
    .string()
    .trim()
    .min(min, min === 1 ? 'Fill this in' : `At least ${min} characters`)
    .max(max, `At most ${max} characters`)
    // NUL is the one character Postgres cannot store; other control characters have no place in one line of text.
    .refine((value) => !hasControl(value), 'Remove the invisible control characters');

function hasControl(value: string): boolean {
  for (let i = 0; i < value.length; i += 1) {
    const code = value.charCodeAt(i);
    if (code < 32 && code !== 9 && code !== 10 && code !== 13) return true;
    if (code >= 0xd800 && code <= 0xdfff) {
      const next = value.charCodeAt(i + 1);
      if (code > 0xdbff || !(next >= 0xdc00 && next <= 0xdfff)) return true;
      i += 1;
    }
  }
  return false;
}

/** One line of text. */
export const text = <Opt extends boolean = false>(
  options: Common<Opt> & {
    max: number;
    min?: number;
    pattern?: RegExp;
    patternHelp?: string;
    sample?: string;
  },
) => {
  const base = trimmed(options.max, options.min);
  const { pattern, patternHelp, sample, ...rest } = options;
  const schema = pattern ? base.regex(pattern, patternHelp ?? 'Check the format') : base;
  return field('text', schema, sample ?? `${options.label}`.slice(0, options.max), rest);
};

/** Several lines of text. */
export const longText = <Opt extends boolean = false>(options: Common<Opt> & { max: number }) =>
  field('longText', trimmed(options.max), 'A few words', options);

export const integer = <Opt extends boolean = false>(
  options: Common<Opt> & { min?: number; max?: number },
) => {
  const low = options.min ?? -2147483648;
  const high = options.max ?? 2147483647;
  const schema = z.int('Enter a whole number').min(low, `At least ${low}`).max(high, `At most ${high}`);
  return field('integer', schema, Math.max(low, Math.min(high, 1)), options);
};

/** An address on the web that a click opens: https alone, without spaces and without a user's name in it. */
export const webAddress = <Opt extends boolean = false>(options: Common<Opt> & { sample: string }) =>
  text({
    ...options,
    max: 500,
    pattern: /^https:\/\/[^\s@]+$/,
    patternHelp: 'Begin with https:// and leave out spaces and user names',
  });

/** Decimal text with up to `digits` decimals (never used for money). Stored as numeric. */
export const decimal = <Opt extends boolean = false>(
  options: Common<Opt> & { digits: number; min?: number; max?: number },
) => {
  const { digits, ...rest } = options;
  const schema = z
    .number('Enter a number')
    .min(options.min ?? -1e9)
    .max(options.max ?? 1e9)
    .refine((n) => Number.isFinite(n) && Math.abs(n * 10 ** digits - Math.round(n * 10 ** digits)) < 1e-6, {
      error: `At most ${digits} decimals`,
    });
  return field('decimal', schema, Math.max(options.min ?? 1, 1), rest);
};

/** Integer paise. |x| <= 10^13 (finance.md 3.1); column is bigint. */
export const paiseSchema = z
  .int('Enter an amount')
  .min(-10_000_000_000_000, 'The amount is too large')
  .max(10_000_000_000_000, 'The amount is too large');

export const money = <Opt extends boolean = false>(options: Common<Opt> & { min?: number }) =>
  field(
    'money',
    options.min === undefined ? paiseSchema.min(0, 'Not below zero') : paiseSchema.min(options.min),
    100000,
    options,
  );

/** Basis points, 0–10000 (12.5 % = 1250). */
export const percent = <Opt extends boolean = false>(options: Common<Opt>) =>
  field(
    'percent',
    z.int('Enter a percentage').min(0, 'At least 0 %').max(10000, 'At most 100 %'),
    500,
    options,
  );

/** A real calendar day, `YYYY-MM-DD`, IST. */
export const daySchema = z
  .string()
  .regex(/^(19|20|21)\d{2}-\d{2}-\d{2}$/, 'Enter a date')
  .refine((value) => {
    const [y, m, d] = value.split('-').map(Number) as [number, number, number];
    const date = new Date(Date.UTC(y, m - 1, d));
    return date.getUTCMonth() === m - 1 && date.getUTCDate() === d;
  }, 'This day does not exist');

export const date = <Opt extends boolean = false>(options: Common<Opt>) =>
  field('date', daySchema, '2026-06-15', options);

/** An instant, ISO 8601 with zone. */
export const instantSchema = z.iso.datetime({ offset: true, error: 'Enter a date and time' });

export const dateTime = <Opt extends boolean = false>(options: Common<Opt>) =>
  field('dateTime', instantSchema, '2026-06-15T10:30:00+05:30', options);

/** `HH:mm`, 24 hours. */
export const time = <Opt extends boolean = false>(options: Common<Opt>) =>
  field('time', z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time'), '09:30', options);

export const boolean = <Opt extends boolean = false>(options: Common<Opt>) =>
  field('boolean', z.boolean(), true, options);

type OptionsInput<V extends string> = readonly V[] | Readonly<Record<V, string>>;

function toOptions<V extends string>(options: OptionsInput<V>): ChoiceOption[] {
  if (Array.isArray(options)) return (options as readonly V[]).map((value) => ({ value, label: value }));
  return Object.entries(options as Record<V, string>).map(([value, label]) => ({
    value,
    label: label as string,
  }));
}

function valuesOf<V extends string>(options: OptionsInput<V>): readonly [V, ...V[]] {
  const [first, ...rest] = (Array.isArray(options) ? options : Object.keys(options)) as readonly V[];
  if (first === undefined) throw new Error('A choice needs at least one option');
  return [first, ...rest];
}

/** One of a closed list; stored as text with a CHECK, never an enum type (architecture.md 5). */
export const choice = <const V extends string, Opt extends boolean = false>(
  options: Common<Opt> & { options: OptionsInput<V> },
) => {
  const list = toOptions(options.options);
  const schema = z.enum(valuesOf(options.options), { error: 'Choose one of the list' });
  return field('choice', schema, list[0]?.value, { ...options, options: list });
};

/** Options of a choice that says whether something is so. */
export const yesNo = { YES: 'Yes', NO: 'No' } as const;

/** Some of a closed list; stored as text[]. */
export const choices = <const V extends string, Opt extends boolean = false>(
  options: Common<Opt> & { options: OptionsInput<V> },
) => {
  const list = toOptions(options.options);
  const schema = z
    .array(z.enum(valuesOf(options.options), { error: 'Choose from the list' }))
    .max(list.length);
  return field('choices', schema, [list[0]?.value], { ...options, options: list });
};

export const uuidSchema = z.uuid('Choose an entry');

/** Points to another record by its name; the row carries the label beside the id. Name the field `<noun>Id`. */
export const reference = <Opt extends boolean = false>(to: string, options: Common<Opt>) =>
  field('reference', uuidSchema, null, { ...options, to });

/** A reference to a record whose key is an integer (franchisee, city, academic-year, class, role). */
export const integerReference = <Opt extends boolean = false>(to: string, options: Common<Opt>) =>
  field('reference', z.int('Choose an entry').min(1, 'Choose an entry').max(2147483647), null, {
    ...options,
    to,
    integerKey: true,
  });

export const emailSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(160, 'At most 160 characters')
  .pipe(z.email('Enter an e-mail address like name@example.in'));

export const email = <Opt extends boolean = false>(options: Common<Opt>) =>
  field('email', emailSchema, 'asha@example.in', { ...options, max: 160 });

/** Indian mobile, kept as +91XXXXXXXXXX; every usual way of writing it is accepted (phone.ts). */
export const phoneSchema = z
  .string()
  .max(40, 'At most 40 characters')
  .transform((value, context) => {
    const norm = phoneNorm(value);
    if (norm) return norm;
    context.addIssue({ code: 'custom', message: 'Enter a 10-digit mobile number' });
    return z.NEVER;
  });

export const phone = <Opt extends boolean = false>(options: Common<Opt>) =>
  field('phone', phoneSchema, '+919820012345', { ...options, max: 20 });

/** The id of an uploaded file (packages/server/files/files.ts). */
export const file = <Opt extends boolean = false>(
  options: Common<Opt> & { accept: readonly string[]; maxMb?: number },
) => {
  const { maxMb, ...rest } = options;
  return field('file', uuidSchema, null, { ...rest, max: (maxMb ?? 10) * 1024 * 1024 });
};

/** Ids of several uploaded files, in the order they were added. Of command forms only: a record keeps such rows in a table of their own. */
export const files = <Opt extends boolean = false>(
  options: Common<Opt> & { accept: readonly string[]; maxMb?: number; most: number },
) => {
  const { maxMb, most, ...rest } = options;
  const schema = z.array(uuidSchema).max(most, `At most ${most} files`);
  return field('files', options.optional ? schema : schema.min(1, 'Add a file'), [], {
    ...rest,
    most,
    max: (maxMb ?? 10) * 1024 * 1024,
  });
};

/** Ids of several entries of another record. Of command forms only, as `files`. */
export const references = <Opt extends boolean = false>(
  to: string,
  options: Common<Opt> & { most: number; integerKey?: true },
) => {
  const one = options.integerKey
    ? z.int('Choose an entry').min(1, 'Choose an entry').max(2147483647)
    : uuidSchema;
  const schema = z
    .array(one as z.ZodType<string | number>)
    .max(options.most, `At most ${options.most} entries`);
  return field('references', options.optional ? schema : schema.min(1, 'Choose an entry'), [], {
    ...options,
    to,
  });
};

export type Fields = Readonly<Record<string, Field>>;
export type ValueOf<F> =
  F extends Field<infer S, infer Opt> ? (Opt extends true ? z.output<S> | null : z.output<S>) : never;
export type ValuesOf<Fs extends Fields> = { [K in keyof Fs]: ValueOf<Fs[K]> };

/** `startsOn` -> `starts_on`: the database's spelling of a field. */
export const columnOf = (name: string, f?: Field): string =>
  f?.column ?? name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`);

/** `vehicleId` -> `vehicleLabel`: where a row carries the label of a reference. */
export const labelKeyOf = (name: string): string => `${name.replace(/Id$/, '')}Label`;
