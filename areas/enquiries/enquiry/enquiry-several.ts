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
