import * as z from 'zod';

/** Of a filter: one value, several (the list kit), or a comma list (the address); always an array inside. */
export const severalOf = <T>(one: z.ZodType<T>) =>
  z
    .preprocess(
      (value) =>
        Array.isArray(value)
          ? value.map((one) => (typeof one === 'number' ? String(one) : one))
          : typeof value === 'string' || typeof value === 'number'
            ? String(value)
                .split(',')
                .map((part) => part.trim())
                .filter(Boolean)
            : value,
      z.array(one).max(50),
    )
    .optional();

/** Of a filter: a whole number from 1, as a number or as the address spells it; always a number inside. */
export const wholeValue = z.union([
  z.int().min(1).max(2_147_483_647),
  z
    .string()
    .regex(/^[1-9]\d{0,8}$/, 'Choose one of the list')
    .transform(Number),
]);

/** Of a filter: yes or no, as itself or as the address spells it; always a boolean inside. */
export const flagValue = z.union([
  z.boolean(),
  z.enum(['true', 'false']).transform((text) => text === 'true'),
]);
