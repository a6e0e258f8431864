import { can, command, query } from '@aangan/contract/endpoint.ts';
import * as z from 'zod';
import { centre, entryId, onePage, ownChange } from './franchisee-shapes.ts';
import { HEALTH_KEYS } from './health-score.ts';

const key = z.enum(HEALTH_KEYS);
const score = z.int().nullable();

export const franchiseeHealthContract = {
  view: query({
    ...onePage,
    name: 'franchisee.health',
    summary: 'Health of a centre as its rows stand now, with every part and the nights before.',
    input: centre,
    output: z.object({
      score,
      parts: z.array(
        z.object({ key, weight: z.int(), n: z.int(), d: z.int(), overdue: z.int(), value: score }),
      ),
      history: z.array(z.object({ on: z.string(), score })),
      /** The agreement has ended and none follows it. */
      agreementEnded: z.boolean(),
      can,
    }),
  }),
  rows: query({
    ...onePage,
    name: 'franchisee.health-rows',
    summary: 'The rows behind one part of a centre’s health; they add to its figures.',
    input: z.strictObject({ franchiseeId: entryId.optional(), part: key }),
    output: z.object({
      rows: z.array(z.object({ label: z.string(), link: z.string().nullable(), n: z.int(), d: z.int() })),
    }),
  }),
  recompute: command({
    ...ownChange,
    name: 'franchisee.recompute-health',
    summary: 'Count a centre’s health now instead of tonight; once an hour.',
    input: z.strictObject({ franchiseeId: entryId }),
    output: z.object({ score }),
  }),
};
