import { can, command, query } from '@aangan/contract/endpoint.ts';
import { uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { systemModules } from '../system-modules.ts';
import { changeReason, roleEffect, roleId } from './role-delta.ts';

const read = { module: systemModules.System, scope: 'network' } as const;
const change = { ...read, write: true } as const;
export const changeStates = ['PENDING', 'APPLIED', 'REJECTED', 'STALE'] as const;

const changeRow = z.object({
  id: uuidSchema,
  roleId: z.int(),
  role: z.string(),
  roleDescription: z.string(),
  state: z.enum(changeStates),
  effect: roleEffect,
  reason: z.string().nullable(),
  proposedBy: z.string(),
  at: z.string(),
  decidedBy: z.string().nullable(),
  decidedAt: z.string().nullable(),
  decisionReason: z.string().nullable(),
  /** The role moved on since it was proposed. */
  outdated: z.boolean(),
  can,
});
export type RoleChangeRow = z.output<typeof changeRow>;

export const roleChangeContract = {
  list: query({
    ...read,
    name: 'role-change.list',
    summary: 'Changes of roles: those that wait, and what was decided.',
    input: z.strictObject({
      roleId: roleId.optional(),
      state: z.enum(changeStates).optional(),
      limit: z.int().min(1).max(200).default(100),
    }),
    output: z.object({ rows: z.array(changeRow), total: z.object({ n: z.int(), more: z.boolean() }) }),
  }),
  approve: command({
    ...change,
    stepUp: true,
    name: 'role-change.approve',
    summary: 'Put a proposed change on its role; never by its proposer.',
    input: z.strictObject({ id: uuidSchema, reason: changeReason }),
    output: z.object({ roleId: z.int() }),
  }),
  reject: command({
    ...change,
    name: 'role-change.reject',
    summary: 'Refuse a proposed change with a reason; its proposer may take it back.',
    input: z.strictObject({ id: uuidSchema, reason: z.string().trim().min(3, 'Say why').max(300) }),
    output: z.object({ roleId: z.int() }),
  }),
  rebase: command({
    ...change,
    name: 'role-change.rebase',
    summary: 'Bring a proposal up to date with the role as it is now.',
    input: z.strictObject({ id: uuidSchema }),
    output: z.object({ id: uuidSchema }),
  }),
};
