import { command, nothing, query } from '@aangan/contract/endpoint.ts';
import { boolean, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { financeModules } from '../modules.ts';

const base = { module: financeModules.ConcessionAndTAXSettings, scope: 'centre' } as const;

/** The fees of forms as /concession/application-setting shows them: what a form costs and how it may be paid. */
export const formFeeContract = {
  list: query({
    ...base,
    needsYear: true,
    name: 'form-fee.list',
    summary: 'Receipt fee types of the chosen year by the form they are collected with.',
    input: z.strictObject({}),
    output: z.object({
      rows: z.array(
        z.object({
          id: uuidSchema,
          version: z.int(),
          centre: z.string(),
          referenceType: z.string(),
          name: z.string(),
          className: z.string().nullable(),
          amount: z.int(),
          online: z.boolean(),
          offline: z.boolean(),
          active: z.boolean(),
          refundableUntil: z.string().nullable(),
        }),
      ),
      mayChange: z.boolean(),
    }),
  }),
  ways: command({
    ...base,
    write: true,
    versioned: true,
    name: 'form-fee.ways',
    summary: 'Say how the fee of a form may be paid.',
    input: { id: uuidSchema },
    fields: {
      online: boolean({ label: 'May be paid online' }),
      offline: boolean({ label: 'May be paid at the counter' }),
    },
    output: nothing,
  }),
};
