import * as z from 'zod';
import type { Field, Fields } from './fields.ts';
import { fieldShape } from './record-shapes.ts';

type OptionalNames<Fs extends Fields> = {
  [K in keyof Fs]: Fs[K] extends Field<z.ZodType, true> ? K : never;
}[keyof Fs];
type RequiredNames<Fs extends Fields> = Exclude<keyof Fs, OptionalNames<Fs>>;
type SchemaOf<F> = F extends Field<infer S, boolean> ? S : never;

type Sent<Fs extends Fields> = { [K in RequiredNames<Fs>]: z.input<SchemaOf<Fs[K]>> } & {
  [K in OptionalNames<Fs>]?: z.input<SchemaOf<Fs[K]>> | null | undefined;
};
type Parsed<Fs extends Fields> = { [K in RequiredNames<Fs>]: z.output<SchemaOf<Fs[K]>> } & {
  [K in OptionalNames<Fs>]?: z.output<SchemaOf<Fs[K]>> | null | undefined;
};

/** The input schema of a command that is declared with fields; `X` is what goes along and is not typed (`id`). */
export type CommandInput<Fs extends Fields, X extends z.ZodRawShape> = z.ZodType<
  Parsed<Fs> & z.output<z.ZodObject<X>>,
  Sent<Fs> & z.input<z.ZodObject<X>>
>;

/** Strict: a key that is neither a field nor in `extra` is refused. Throws where a name stands in both. */
export function commandInput<Fs extends Fields, X extends z.ZodRawShape>(
  fields: Fs,
  extra: X,
): CommandInput<Fs, X> {
  const twice = Object.keys(extra).find((name) => Object.hasOwn(fields, name));
  if (twice) throw new Error(`'${twice}' is a field and stands in the input beside the fields`);
  // The shape is built from the fields at run time.
  return z.strictObject({ ...extra, ...fieldShape(fields, false) }) as unknown as CommandInput<Fs, X>;
}
