import { can, command, pageOf, paging, query } from '@aangan/contract/endpoint.ts';
import { daySchema, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';

/** Who gives roles also says whether they are still needed (network.md 5 `review.*`). */
const read = { module: 'User', scope: 'network' } as const;
const change = { ...read, write: true } as const;

export const itemStates = ['OPEN', 'KEEP', 'END', 'LAPSED', 'GONE'] as const;
export const itemState = z.enum(itemStates);
export type ItemState = z.output<typeof itemState>;

const review = z.object({
  id: uuidSchema,
  title: z.string(),
  startedOn: daySchema,
  dueOn: daySchema,
  endsOn: daySchema,
  closed: z.boolean(),
  counts: z.record(itemState, z.int()),
  /** Roles that wait for the caller. */
  mine: z.int(),
});
export type Review = z.output<typeof review>;

const item = z.object({
  id: uuidSchema,
  userId: uuidSchema,
  name: z.string(),
  designation: z.string().nullable(),
  role: z.string(),
  where: z.string(),
  since: daySchema,
  to: daySchema.nullable(),
  givenBy: z.string().nullable(),
  /** Null = any super admin. */
  reviewer: z.string().nullable(),
  lastUsedOn: daySchema.nullable(),
  lastUsedModule: z.string().nullable(),
  state: itemState,
  decidedBy: z.string().nullable(),
  decidedAt: z.string().nullable(),
  note: z.string().nullable(),
  can,
});
export type ReviewItem = z.output<typeof item>;

const itemIds = z.array(uuidSchema).min(1, 'Choose at least one').max(200, 'At most 200 at once');

export const accessReviewContract = {
  overview: query({
    ...read,
    name: 'review.overview',
    summary: 'The access review of this quarter: how far it is, and whose word is missing.',
    input: z.strictObject({ reviewId: uuidSchema.optional() }),
    output: z.object({
      /** Null = none was ever started. */
      review: review.nullable(),
      reviewers: z.array(
        z.object({
          /** Null = super admins. */
          reviewerId: uuidSchema.nullable(),
          name: z.string(),
          open: z.int(),
          done: z.int(),
        }),
      ),
      past: z.array(z.object({ id: uuidSchema, title: z.string() })),
      may: z.object({ start: z.boolean(), seeAll: z.boolean() }),
    }),
  }),
  list: query({
    ...read,
    name: 'review.list',
    summary: 'Roles of people in an access review: when each was used last, and what was decided.',
    logRead: { subject: 'access-review', purpose: 'review' },
    input: z.strictObject({
      q: z.string().trim().max(100).optional(),
      reviewId: uuidSchema,
      state: itemState.optional(),
      reviewerId: uuidSchema.optional(),
      /** Only what the caller decides. */
      mine: z.boolean().default(false),
      /** Only roles nobody used for 90 days. */
      unused: z.boolean().optional(),
      ...paging,
    }),
    output: pageOf(item),
  }),
  start: command({
    ...change,
    stepUp: true,
    name: 'review.start',
    summary: 'Start the access review of this quarter by hand; those who decide are notified at once.',
    input: z.strictObject({}),
    output: z.object({ id: uuidSchema, items: z.int() }),
  }),
  keep: command({
    ...change,
    name: 'review.keep',
    summary: 'Say that people still need these roles; never one’s own.',
    input: z.strictObject({
      ids: itemIds,
      note: z.string().trim().max(200, 'At most 200 characters').optional(),
    }),
    output: z.object({ done: z.int() }),
  }),
  end: command({
    ...change,
    stepUp: true,
    name: 'review.end',
    summary: 'End roles in an access review; whoever held them is notified.',
    input: z.strictObject({
      ids: itemIds,
      note: z.string().trim().min(3, 'Say why').max(200, 'At most 200 characters'),
    }),
    output: z.object({ done: z.int() }),
  }),
  letter: command({
    ...read,
    write: false,
    name: 'review.letter',
    summary: 'Make the result letter of an access review: what was kept and ended, by whom, when.',
    input: z.strictObject({
      reviewId: uuidSchema,
      format: z.enum(['pdf', 'xlsx']).default('pdf'),
    }),
    output: z.object({ fileId: uuidSchema, name: z.string() }),
  }),
};
