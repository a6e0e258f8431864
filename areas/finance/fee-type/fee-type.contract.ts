import { command, nothing } from '@aangan/contract/endpoint.ts';
import { uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { componentKinds, royaltyBases } from '../fee-plan/plan-shape.ts';
import { financeModules } from '../modules.ts';

const base = { module: financeModules.feeStructure, scope: 'centre', write: true } as const;
export const reason = z.string().trim().min(3, 'Say why, in a few words').max(500);

export const feeTypeInput = z.strictObject({
  name: z.string().trim().min(1, 'Fill this in').max(80),
  code: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z][A-Z0-9_]{1,29}$/, 'Capital letters, digits and _, for example SPORTS_DAY'),
  componentKind: z.enum(componentKinds),
  refundable: z.boolean().default(false),
  oneTime: z.boolean().default(false),
  royaltyBase: z.enum(royaltyBases),
  taxCode: z.string().trim().max(20).nullable().optional(),
  sac: z
    .string()
    .trim()
    .regex(/^[0-9]{4,8}$/, '4 to 8 digits')
    .nullable()
    .optional(),
});

export const feeTypeContract = {
  create: command({
    ...base,
    name: 'fee-type.create',
    summary: 'Add a fee type; another user approves it.',
    input: feeTypeInput,
    output: z.object({ id: uuidSchema }),
  }),
  approve: command({
    ...base,
    name: 'fee-type.approve',
    summary: 'Approve a fee type somebody else added.',
    versioned: true,
    input: z.strictObject({ id: uuidSchema }),
    output: nothing,
  }),
  reject: command({
    ...base,
    name: 'fee-type.reject',
    summary: 'Reject a fee type somebody else added.',
    versioned: true,
    input: z.strictObject({ id: uuidSchema, reason }),
    output: nothing,
  }),
  retire: command({
    ...base,
    name: 'fee-type.retire',
    summary: 'Take a fee type out of new plans; old ones keep it.',
    versioned: true,
    input: z.strictObject({ id: uuidSchema }),
    output: nothing,
  }),
};
