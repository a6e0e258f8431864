import { can, command, pageOf, paging, query } from '@aangan/contract/endpoint.ts';
import { uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { systemModules } from '../system-modules.ts';
import { reaches, rights, roleDelta, roleEffect, roleFields, type sessionClasses } from './role-delta.ts';

const read = { module: systemModules.System, scope: 'network' } as const;
const change = { ...read, write: true } as const;
const roleId = z.int().min(1).max(2147483647);
const reason = z.string().trim().max(300, 'At most 300 characters').nullable().optional();
const right = z.enum(rights);
export const changeStates = ['PENDING', 'APPLIED', 'REJECTED', 'STALE'] as const;

const roleRow = z.object({
  id: z.int(),
  role: z.string(),
  description: z.string(),
  reach: z.string(),
  sessionClass: z.string(),
  needsApproval: z.boolean(),
  maxDays: z.int().nullable(),
  isSystem: z.boolean(),
  active: z.boolean(),
  allModules: z.boolean(),
  people: z.int(),
  reads: z.int(),
  changes: z.int(),
  lastChangeAt: z.string().nullable(),
  pending: z.boolean(),
  version: z.int(),
  can,
});
export type RoleRow = z.output<typeof roleRow>;

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
    }),
  ),
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

const outcome = z.object({
  state: z.enum(['APPLIED', 'PENDING', 'NOTHING']),
  roleId: z.int(),
  changeId: uuidSchema.nullable(),
  effect: roleEffect,
});

const preview = z.array(
  z.object({
    id: z.int(),
    name: z.string(),
    icon: z.string(),
    isDefault: z.boolean(),
    isWrite: z.boolean(),
    groups: z.array(
      z.object({
        label: z.string(),
        items: z.array(z.object({ key: z.string(), label: z.string(), link: z.string() })),
      }),
    ),
  }),
);

export const roleContract = {
  list: query({
    ...read,
    name: 'role.list',
    summary: 'Roles with the number of people and modules.',
    input: z.strictObject({
      q: z.string().trim().max(100).optional(),
      active: z.boolean().optional(),
      reach: z.string().max(20).optional(),
      ...paging,
    }),
    output: pageOf(roleRow),
  }),
  get: query({
    ...read,
    name: 'role.get',
    summary: 'One role as a matrix: modules, codes, dashboards, who may give it.',
    input: z.strictObject({ roleId }),
    output: roleMatrix,
  }),
  people: query({
    ...read,
    name: 'role.people',
    summary: 'People who hold a role today, with where.',
    logRead: { subject: 'role', purpose: 'administration' },
    input: z.strictObject({ roleId }),
    output: z.object({
      count: z.int(),
      rows: z.array(
        z.object({ userId: uuidSchema, name: z.string(), where: z.string(), to: z.string().nullable() }),
      ),
    }),
  }),
  compare: query({
    ...read,
    name: 'role.compare',
    summary: 'Two roles side by side: modules, codes and menu items that differ.',
    input: z.strictObject({ a: roleId, b: roleId }),
    output: z.object({
      modules: z.array(
        z.object({ module: z.string(), title: z.string(), area: z.string(), a: right, b: right }),
      ),
      codes: z.array(z.object({ code: z.string(), a: z.boolean(), b: z.boolean() })),
      screens: z.array(z.object({ path: z.string(), a: z.boolean(), b: z.boolean() })),
    }),
  }),
  menu: query({
    ...read,
    name: 'role.menu',
    summary: 'The menu as somebody with this role alone sees it.',
    logRead: { subject: 'role-menu', purpose: 'view as role' },
    input: z.strictObject({ roleId, approved: z.boolean().default(true) }),
    output: z.object({ dashboards: preview }),
  }),
  effect: command({
    ...read,
    write: false,
    name: 'role.effect',
    summary: 'What a change of a role would give and take; nothing is saved.',
    input: z.strictObject({ roleId, delta: roleDelta }),
    output: roleEffect,
  }),
  create: command({
    ...change,
    stepUp: true,
    name: 'role.create',
    summary: 'Make a role, empty or as a copy of another one.',
    input: z.strictObject({
      role: z.string().regex(/^[A-Za-z0-9_]{3,40}$/, '3 to 40 letters, digits or _'),
      ...roleFields,
      copyOf: roleId.nullable().optional(),
    }),
    output: outcome,
  }),
  save: command({
    ...change,
    versioned: true,
    stepUp: true,
    name: 'role.save',
    summary: 'Change a role; where money is touched a second person approves.',
    input: z.strictObject({ roleId, delta: roleDelta, reason }),
    output: outcome,
  }),
  deactivate: command({
    ...change,
    versioned: true,
    stepUp: true,
    name: 'role.deactivate',
    summary: 'Switch a role off; grants of it end.',
    input: z.strictObject({ roleId, people: z.int().min(0).optional() }),
    output: z.object({ ended: z.int() }),
  }),
  export: command({
    ...read,
    write: false,
    name: 'role.export',
    summary: 'Roles and modules with look and change, as a file.',
    input: z.strictObject({
      q: z.string().max(100).optional(),
      active: z.boolean().optional(),
      reach: z.string().max(20).optional(),
      format: z.enum(['csv', 'xlsx']).default('xlsx'),
    }),
    output: z.object({ jobId: uuidSchema }),
  }),
};

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
    output: z.object({ rows: z.array(changeRow) }),
  }),
  approve: command({
    ...change,
    stepUp: true,
    name: 'role-change.approve',
    summary: 'Put a proposed change on its role; never by its proposer.',
    input: z.strictObject({ id: uuidSchema, reason }),
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

const mapOfRole = z.object({
  dashboardId: z.int(),
  isActive: z.boolean(),
  isDefault: z.boolean(),
  isWrite: z.boolean().nullable(),
  modules: z.int(),
});

export const dashboardMapContract = {
  grid: query({
    ...read,
    name: 'dashboard.grid',
    summary: 'Roles and dashboards: active, default, write flag.',
    input: z.strictObject({ q: z.string().trim().max(100).optional() }),
    output: z.object({
      dashboards: z.array(z.object({ id: z.int(), name: z.string(), dynamic: z.boolean() })),
      roles: z.array(
        z.object({ id: z.int(), role: z.string(), description: z.string(), maps: z.array(mapOfRole), can }),
      ),
    }),
  }),
  saveForRole: command({
    ...change,
    versioned: true,
    stepUp: true,
    name: 'dashboard.save-for-role',
    summary: 'Dashboards of a role with isActive, isDefault, isWrite and their modules.',
    input: z.strictObject({
      roleId,
      dashboards: roleDelta.shape.dashboards,
      subs: roleDelta.shape.subs,
      modules: roleDelta.shape.modules,
      reason,
    }),
    output: outcome,
  }),
  check: query({
    ...read,
    name: 'menu.check',
    summary: 'Where menu, routes, rights and dashboards do not agree.',
    input: z.strictObject({ roleId: roleId.optional() }),
    output: z.object({
      rows: z.array(
        z.object({
          kind: z.enum([
            'item-without-holder',
            'item-without-route',
            'item-other-module',
            'module-without-item',
            'pair-without-map',
            'map-without-pair',
          ]),
          subject: z.string(),
          text: z.string(),
          roleId: z.int().nullable(),
          module: z.string().nullable(),
        }),
      ),
    }),
  }),
};

export const reachWords: Readonly<Record<string, string>> = {
  NETWORK: 'The whole network',
  ZONE: 'A zone',
  CENTRES: 'Listed centres',
  CENTRE: 'One centre',
  FAMILY: 'A family',
  VENDOR: 'A vendor',
};
export const classWords: Readonly<Record<(typeof sessionClasses)[number] | 'FAMILY', string>> = {
  STAFF: 'Staff: 30 minutes idle',
  GUARDED: 'Guarded: 15 minutes idle, proof of the device',
  FAMILY: 'Family',
};
export const reachOptions = reaches.map((value) => ({ value, label: reachWords[value] ?? value }));
