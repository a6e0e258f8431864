import { query } from '@aangan/contract/endpoint.ts';
import { daySchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { financeModules } from '../modules.ts';

const tile = z.object({
  key: z.string(),
  label: z.string(),
  unit: z.enum(['money', 'count']),
  value: z.int(),
  note: z.string().nullable(),
  to: z.string().nullable(),
});

export const financeDashboardContract = {
  get: query({
    module: [financeModules.financeDashboard, 'level_4'],
    scope: 'centre',
    name: 'finance.dashboard',
    summary: 'Figures of the day; each opens the list it was counted from.',
    input: z.strictObject({ on: daySchema.optional() }),
    output: z.object({
      asOf: z.string(),
      tiles: z.array(tile),
      months: z.array(z.object({ label: z.string(), due: z.int(), collected: z.int() })),
      ageing: z.array(z.object({ label: z.string(), amount: z.int(), children: z.int(), to: z.string() })),
    }),
  }),
};
