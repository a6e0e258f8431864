import * as z from 'zod';

export type Values = Record<string, unknown>;

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

/**
 * What is typed, in the shape the contract takes: empty entries become null where the schema allows it and are left out
 * otherwise (so a missing required one reads "Fill this in").
 */
export function cleanValues(schema: z.ZodType, values: Values): Values {
  const shape = schema instanceof z.ZodObject ? (schema.shape as Record<string, z.ZodType>) : null;
  const out: Values = {};
  for (const [name, value] of Object.entries(values)) {
    if (shape && !Object.hasOwn(shape, name)) continue;
    if (!isEmpty(value)) out[name] = value;
    else if (shape?.[name]?.safeParse(null).success) out[name] = null;
  }
  return out;
}

/** The fields that differ from the start. */
export function changesOf(start: Values, now: Values): Values {
  const out: Values = {};
  for (const [name, value] of Object.entries(now)) if (!same(start[name], value)) out[name] = value;
  return out;
}

/** Equal for a user: nothing, null and an empty text are one and the same. */
export const same = (a: unknown, b: unknown): boolean =>
  (isEmpty(a) && isEmpty(b)) || JSON.stringify(a) === JSON.stringify(b);

/**
 * The errors that still hold after `changed` were typed into: those of these fields (and of what lies in them) are gone
 * unless the form's own check finds them again, and so is what its check found elsewhere and no longer finds.
 */
export function openErrors<Text>(
  errors: Readonly<Record<string, Text>>,
  { changed, own, found }: { changed: readonly string[]; own: ReadonlySet<string>; found: Values },
): Record<string, Text> {
  const typed = (name: string) => changed.some((one) => name === one || name.startsWith(`${one}.`));
  return Object.fromEntries(
    Object.entries(errors).filter(([name]) => {
      if (changed.includes(name)) return false;
      return own.has(name) ? name in found : !typed(name);
    }),
  );
}
