// A lead as it came, whatever the provider: its answers column by column. What they mean is decided when it is routed, so
// that a mapping made later holds for leads that wait.
import * as z from 'zod';

export const leadPaper = z.object({
  columns: z.array(z.object({ id: z.string(), name: z.string().nullable(), value: z.string() })),
  /** When the parent sent the form, by the provider's clock. */
  submittedAt: z.string().nullable().default(null),
  /** Other facts of the provider that nobody asked for yet. */
  facts: z.record(z.string(), z.string()).default({}),
  /** What a person completed: stands over the answers. */
  mended: z.object({ mobile: z.string().optional(), guardianName: z.string().optional() }).default({}),
  /** A person looked and says it is no spam. */
  trusted: z.boolean().default(false),
});
export type LeadPaper = z.output<typeof leadPaper>;

export const questionMap = z
  .array(
    z.strictObject({
      column: z.string().trim().min(1, 'Fill this in').max(80, 'At most 80 characters'),
      target: z.enum([
        'guardianName',
        'mobile',
        'alternateMobile',
        'email',
        'pincode',
        'childName',
        'childAge',
        'childDob',
        'class',
        'preferredTime',
        'note',
        'ignore',
      ]),
    }),
  )
  .max(40, 'At most 40 questions');
export type QuestionMap = z.output<typeof questionMap>;

const MOST_COLUMNS = 60;
const MOST_TEXT = 1000;

/** Anything scalar as text; objects and empty texts are no answer. */
export function answerText(value: unknown): string | null {
  if (typeof value === 'string') return value.trim().slice(0, MOST_TEXT) || null;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return null;
}

/** A provider's id (19 digits and more): text of at most 40 characters, else null. */
export function externalId(value: unknown): string | null {
  const text = answerText(value);
  return text !== null && text !== '0' && /^[\w.:-]{1,40}$/.test(text) ? text : null;
}

/** A paper with the bounds that keep one lead small. */
export const paperOf = (
  columns: readonly { id: string; name?: string | null; value: unknown }[],
  more: { submittedAt?: unknown; facts?: Record<string, unknown> } = {},
): LeadPaper => ({
  columns: columns.slice(0, MOST_COLUMNS).flatMap(({ id, name, value }) => {
    const text = answerText(value);
    return text === null ? [] : [{ id: id.slice(0, 80), name: name?.slice(0, 200) ?? null, value: text }];
  }),
  submittedAt: answerText(more.submittedAt),
  facts: Object.fromEntries(
    Object.entries(more.facts ?? {}).flatMap(([name, value]) => {
      const text = answerText(value);
      return text === null ? [] : [[name, text.slice(0, 200)]];
    }),
  ),
  mended: {},
  trusted: false,
});
