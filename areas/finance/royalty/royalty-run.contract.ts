import { command, nothing, query } from '@aangan/contract/endpoint.ts';
import { uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { financeModules } from '../modules.ts';
import { royaltyRunLabels, runCentreLabels } from './royalty-run.states.ts';

const month = z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/, 'A month like 2026-07');
// Head office's own work (level_7 is its people): a run is of every centre.
const runs = {
  module: financeModules.royalty,
  also: 'level_7',
  scope: 'network',
  write: true,
  idempotent: true,
  input: z.strictObject({ month }),
  output: nothing,
} as const;

const runCentre = z.object({
  id: z.int(),
  name: z.string(),
  status: z.enum(Object.keys(runCentreLabels) as [keyof typeof runCentreLabels]),
  royalty: z.int(),
  base: z.int(),
  /** Guarantee or cap that the freeze adds; 0 when it has been added, or none counts. */
  level: z.int(),
  marketing: z.int(),
  tax: z.int(),
  total: z.int(),
  lastMonth: z.int(),
  carried: z.boolean(),
  warnings: z.array(z.string()),
  invoiceId: uuidSchema.nullable(),
  number: z.string().nullable(),
  error: z.string().nullable(),
});
export type RunCentre = z.output<typeof runCentre>;

export const royaltyRunContract = {
  get: query({
    name: 'royalty-run.get',
    summary: 'The month run: what each centre will be, or was, invoiced, with what to look at first.',
    module: financeModules.royalty,
    scope: 'centre',
    input: z.strictObject({ month: month.optional() }),
    output: z.object({
      month: z.string(),
      status: z.enum(Object.keys(royaltyRunLabels) as [keyof typeof royaltyRunLabels]),
      centres: z.array(runCentre),
      totals: z.object({ royalty: z.int(), marketing: z.int(), tax: z.int(), total: z.int() }),
      /** Centres through the step that is under way, and all of them. */
      progress: z.object({ done: z.int(), of: z.int(), failed: z.int() }),
      can: z.object({ freeze: z.boolean(), invoice: z.boolean(), close: z.boolean(), resume: z.boolean() }),
    }),
  }),
  freeze: command({
    ...runs,
    name: 'royalty-run.freeze',
    summary:
      'Freeze a month that is over: every centre’s royalty is booked, later events go to a later month.',
  }),
  invoice: command({
    ...runs,
    name: 'royalty-run.invoice',
    summary: 'Invoice every centre of a frozen month.',
  }),
  close: command({
    ...runs,
    name: 'royalty-run.close',
    summary: 'Close a month whose centres are all invoiced.',
  }),
  resume: command({
    ...runs,
    name: 'royalty-run.resume',
    summary: 'Take up a run that stopped: centres that are through stay as they are.',
  }),
};
