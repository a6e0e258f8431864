import { nothing, openModules, query } from '@aangan/contract/endpoint.ts';
import { instantSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';

const filters = z.record(
  z.string(),
  z.union([
    z.string(),
    z.number(),
    z.boolean(),
    z.array(z.union([z.string(), z.number()])),
    z.object({ from: z.string().optional(), to: z.string().optional() }),
  ]),
);

const figure = z.object({
  n: z.int(),
  more: z.boolean().optional(),
  note: z.string().optional(),
  before: z.object({ n: z.int(), period: z.string() }).optional(),
  points: z
    .array(
      z.object({
        label: z.string(),
        n: z.int(),
        of: z.int().optional(),
        filters: filters.optional(),
        centre: z.int().optional(),
      }),
    )
    .optional(),
});

/** One card of the home. `LATE` = still counting: ask for it again by its key; `FAILED` = this one alone could not be read. */
export const homeCard = z.object({
  key: z.string(),
  title: z.string(),
  unit: z.enum(['count', 'money']),
  picture: z.enum(['number', 'bars', 'days', 'seats', 'names', 'centres']),
  /** What to do about waiting work; null for those who may only look. */
  todo: z.object({ action: z.string(), late: z.boolean() }).nullable(),
  state: z.enum(['READY', 'LATE', 'FAILED']),
  figure: figure.nullable(),
  /** The list that shows exactly these rows. */
  link: z.object({ path: z.string(), filters }),
  asOf: instantSchema,
});

export const homeContract = {
  cards: query({
    module: openModules.signedIn,
    scope: 'own',
    name: 'home.cards',
    summary: 'Cards of my home for the role in use: figures, trends and the lists behind them.',
    input: z.strictObject({
      /** Only these, with more time: for cards that were late or failed. */
      ids: z.array(z.string().max(60)).max(20).optional(),
    }),
    output: z.object({ homes: z.array(z.string()), cards: z.array(homeCard) }),
  }),
  setUp: query({
    module: openModules.signedIn,
    scope: 'own',
    name: 'home.set-up',
    summary: 'What a new network still needs, for its super admin; empty once nothing needed is open.',
    input: nothing,
    output: z.object({
      steps: z.array(
        z.object({
          key: z.string(),
          title: z.string(),
          help: z.string(),
          /** The screen where it is done; null: on the server. */
          path: z.string().nullable(),
          optional: z.boolean(),
          done: z.boolean(),
        }),
      ),
    }),
  }),
};
