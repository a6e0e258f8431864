import { command, query } from '@aangan/contract/endpoint.ts';
import { uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { mobileSchema } from '../enquiry/enquiry-fields.ts';
import { enquiryModules } from '../modules.ts';

const base = { module: enquiryModules.enquiry, scope: 'centre' } as const;
const change = { ...base, write: true } as const;
const done = z.object({ children: z.int() });

/** Two families of one centre that are one; children stay enquiries of their own. */
export const joinFamiliesContract = {
  join: command({
    ...change,
    name: 'household.join',
    summary: 'Join the family that has a number with the family of an enquiry.',
    input: z.strictObject({ enquiryId: uuidSchema, mobile: mobileSchema }),
    output: done,
  }),
  joins: query({
    ...base,
    module: [enquiryModules.enquiry, enquiryModules.followup],
    name: 'household.joins',
    summary: 'Families that were joined with the one of an enquiry; each can be taken apart for seven days.',
    input: z.strictObject({ enquiryId: uuidSchema }),
    output: z.object({
      rows: z.array(
        z.object({
          id: z.string(),
          at: z.string(),
          by: z.string().nullable(),
          children: z.array(z.string()),
          undoUntil: z.string(),
          canUndo: z.boolean(),
        }),
      ),
    }),
  }),
  undo: command({
    ...change,
    name: 'household.undo-join',
    summary: 'Take two families apart again; what came later stays where it is.',
    input: z.strictObject({ id: uuidSchema }),
    output: done,
  }),
  whichChild: command({
    ...change,
    name: 'enquiry.which-child',
    summary: 'Say whom a family meant that asked again without a name.',
    input: z.strictObject({ id: uuidSchema, meantId: uuidSchema }),
    output: z.object({ enquiryCode: z.string() }),
  }),
};
