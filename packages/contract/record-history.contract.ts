import * as z from 'zod';
import { openModules, query } from './endpoint.ts';

const entry = z.object({
  id: z.string(),
  at: z.string(),
  who: z.string(),
  /** 'Added', 'Changed', 'Removed' and what was done, in the contract's own words. */
  what: z.string(),
  changes: z.array(z.object({ label: z.string(), from: z.string().nullable(), to: z.string().nullable() })),
});
export type HistoryEntry = z.output<typeof entry>;

/** What happened to one row: for the history panel of every record view. Who may read the row may read its history. */
export const recordHistoryContract = {
  list: query({
    name: 'record-history.list',
    summary: 'Who changed one entry, when and what.',
    module: openModules.signedIn,
    scope: 'centre',
    input: z.strictObject({
      /** Name of the record (`vehicle-loan`), or of a subject that an area has registered (`role`). */
      kind: z.string().trim().min(2).max(60),
      id: z.string().trim().min(1).max(60),
    }),
    output: z.object({ rows: z.array(entry), more: z.boolean() }),
  }),
};
