import * as z from 'zod';
import type { Field, Fields } from './fields.ts';
import { fieldShape } from './record-shapes.ts';

/**
 * Fields of a form. Without `optional`: where the place of a field says `boolean`, TypeScript takes that for the answer of
 * `text({…, optional: true})`, and the input's type no longer knows what may be left out.
 */
export type FormFields = Readonly<Record<string, Omit<Field, 'optional'>>>;

type OptionalNames<Fs extends FormFields> = {
  [K in keyof Fs]: Fs[K] extends { readonly optional: true } ? K : never;
}[keyof Fs];
type RequiredNames<Fs extends FormFields> = Exclude<keyof Fs, OptionalNames<Fs>>;

type Sent<Fs extends FormFields> = { [K in RequiredNames<Fs>]: z.input<Fs[K]['schema']> } & {
  [K in OptionalNames<Fs>]?: z.input<Fs[K]['schema']> | null | undefined;
};
type Parsed<Fs extends FormFields> = { [K in RequiredNames<Fs>]: z.output<Fs[K]['schema']> } & {
  [K in OptionalNames<Fs>]?: z.output<Fs[K]['schema']> | null | undefined;
};

/** The input schema of a command that is declared with fields; `X` is what goes along and is not typed (`id`). */
export type CommandInput<Fs extends FormFields, X extends z.ZodRawShape> = z.ZodType<
  Parsed<Fs> & ([keyof X] extends [never] ? unknown : z.output<z.ZodObject<X>>),
  Sent<Fs> & ([keyof X] extends [never] ? unknown : z.input<z.ZodObject<X>>)
>;

/** Strict: a key that is neither a field nor in `extra` is refused. Throws where a name stands in both. */
export function commandInput(fields: Fields, extra: z.ZodRawShape): z.ZodType {
  const twice = Object.keys(extra).find((name) => Object.hasOwn(fields, name));
  if (twice) throw new Error(`'${twice}' is a field and stands in the input beside the fields`);
  return z.strictObject({ ...extra, ...fieldShape(fields, false) });
}
