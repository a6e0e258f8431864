import { command, nothing, query } from '@aangan/contract/endpoint.ts';
import { money, percent, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { financeModules } from '../modules.ts';

const base = { module: financeModules.ConcessionAndTAXSettings, scope: 'network' } as const;
const writes = { ...base, write: true, versioned: true } as const;
const mayChange = z.boolean();

/** Subjects whose levels people know; a level covers what is at most its limit. */
export const bandSubjects = {
  CONCESSION: 'Concessions',
  REFUND: 'Refunds',
  NOTE: 'Credit and debit notes',
} as const;

export const financeBandContract = {
  approvalBands: query({
    ...base,
    name: 'approval-band.list',
    summary: 'Which approval level covers which share or amount.',
    input: z.strictObject({}),
    output: z.object({
      mayChange,
      rows: z.array(
        z.object({
          id: uuidSchema,
          version: z.int(),
          subject: z.enum(Object.keys(bandSubjects) as [keyof typeof bandSubjects]),
          level: z.int(),
          upToBp: z.int().nullable(),
          upToAmount: z.int().nullable(),
          code: z.string(),
        }),
      ),
    }),
  }),
  changeApprovalBand: command({
    ...writes,
    name: 'approval-band.change',
    summary: 'Change the limit of an approval level; limits rise from level to level.',
    input: { id: uuidSchema },
    fields: {
      upToBp: percent({ label: 'Covers up to (share)', optional: true }),
      upToAmount: money({ label: 'Covers up to (amount)', min: 0, optional: true }),
    },
    output: nothing,
  }),
  refundBands: query({
    ...base,
    name: 'refund-band.list',
    summary: 'What share of a fee is given back, by days from the beginning of the session.',
    input: z.strictObject({}),
    output: z.object({
      mayChange,
      rows: z.array(
        z.object({
          id: uuidSchema,
          version: z.int(),
          componentKind: z.string(),
          fromDay: z.int().nullable(),
          toDay: z.int().nullable(),
          percentBp: z.int(),
        }),
      ),
    }),
  }),
  changeRefundBand: command({
    ...writes,
    name: 'refund-band.change',
    summary: 'Change what share of a fee is given back.',
    input: { id: uuidSchema },
    fields: { percentBp: percent({ label: 'Given back' }) },
    output: nothing,
  }),
};
