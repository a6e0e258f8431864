import { can } from '@aangan/contract/endpoint.ts';
import { uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { rights } from './role-delta.ts';

const right = z.enum(rights);

const item = z.object({
  key: z.string(),
  label: z.string(),
  group: z.string(),
  link: z.string(),
  modules: z.array(z.string()),
  modulesAlso: z.array(z.string()).nullable(),
  write: z.boolean(),
  hasScreen: z.boolean(),
});
const dashboardOfMatrix = z.object({
  id: z.int(),
  name: z.string(),
  icon: z.string(),
  dynamic: z.boolean(),
  on: z.boolean(),
  isActive: z.boolean(),
  isDefault: z.boolean(),
  isWrite: z.boolean().nullable(),
  position: z.int(),
  subs: z.array(
    z.object({
      id: z.int(),
      module: z.string(),
      title: z.string(),
      on: z.boolean(),
      isWrite: z.boolean().nullable(),
    }),
  ),
  items: z.array(item),
});
export type MatrixDashboard = z.output<typeof dashboardOfMatrix>;

export const roleMatrix = z.object({
  role: z.object({
    id: z.int(),
    role: z.string(),
    description: z.string(),
    reach: z.string(),
    sessionClass: z.string(),
    needsProof: z.boolean(),
    needsApproval: z.boolean(),
    maxDays: z.int().nullable(),
    isSystem: z.boolean(),
    allModules: z.boolean(),
    active: z.boolean(),
    /** The one centre of a BSK role. */
    franchiseeId: z.int().nullable(),
    centre: z.string().nullable(),
    people: z.int(),
    version: z.int(),
  }),
  modules: z.array(
    z.object({
      name: z.string(),
      title: z.string(),
      area: z.string(),
      student: z.boolean(),
      needsStaffApproval: z.boolean(),
      stale: z.boolean(),
      /** What the server allows: the pair and the write flag together. */
      right,
      /** The pair alone. */
      pair: right,
      calls30: z.int(),
      /** Some operation of this installation asks for it: only then can it be used at all. */
      hasCalls: z.boolean(),
      /** It opens something here; the rights of areas that are absent are kept, but not offered. */
      installed: z.boolean(),
      /** Last day on which somebody with this role used it; null = never since counting began. */
      lastUsedOn: z.string().nullable(),
    }),
  ),
  /** First day of which the use of roles was counted; null = not counted yet. */
  countedSince: z.string().nullable(),
  codes: z.array(
    z.object({ code: z.string(), title: z.string(), area: z.string(), by: z.string(), held: z.boolean() }),
  ),
  dashboards: z.array(dashboardOfMatrix),
  givers: z.array(z.int()),
  roles: z.array(z.object({ id: z.int(), role: z.string(), description: z.string() })),
  /** What the person who looks may give; null = everything. */
  ceiling: z.record(z.string(), right).nullable(),
  pending: z.object({ id: uuidSchema, proposedBy: z.string(), at: z.string() }).nullable(),
  can,
});
export type RoleMatrix = z.output<typeof roleMatrix>;
