import { can, command, openModules, pageOf, paging, query } from '@aangan/contract/endpoint.ts';
import { uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { systemModules } from '../system-modules.ts';
import {
  changeOutcome,
  changeReason,
  rights,
  roleDelta,
  roleEffect,
  roleFields,
  roleId,
} from './role-delta.ts';
import { roleMatrix } from './role-matrix.ts';

const read = { module: systemModules.System, scope: 'network' } as const;
const change = { ...read, write: true } as const;
const right = z.enum(rights);
const importFile = z.strictObject({
  text: z.string().max(1_900_000, 'At most 5,000 rows'),
  fileName: z.string().trim().min(1).max(120),
});
/** `row` as the file counts: the heading of a sheet is 1; entries of a JSON list begin with 1. */
const importLine = z.object({ row: z.int(), field: z.string(), text: z.string() });
export type ImportLine = z.output<typeof importLine>;

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
  options: query({
    module: openModules.signedIn,
    scope: 'network',
    name: 'role.options',
    summary: 'Find roles of people at work by name, for pickers.',
    input: z.strictObject({
      q: z.string().trim().max(100).optional(),
      ids: z.array(z.int()).max(50).optional(),
    }),
    output: z.object({ rows: z.array(z.object({ id: z.int(), label: z.string() })) }),
  }),
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
      franchiseeId: roleFields.franchiseeId.optional(),
      copyOf: roleId.nullable().optional(),
    }),
    output: changeOutcome,
  }),
  save: command({
    ...change,
    versioned: true,
    stepUp: true,
    name: 'role.save',
    summary: 'Change a role; where money is touched a second person approves.',
    input: z.strictObject({ roleId, delta: roleDelta, reason: changeReason }),
    output: changeOutcome,
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
  sheet: command({
    ...read,
    write: false,
    name: 'role.sheet',
    summary: 'The sheet of one role for the audit folder, or the matrix of all roles as a workbook.',
    input: z
      .strictObject({ roleId: roleId.nullable(), format: z.enum(['pdf', 'xlsx']) })
      .refine((asked) => asked.roleId !== null || asked.format === 'xlsx', {
        error: 'All roles come as a workbook',
        path: ['format'],
      }),
    output: z.object({ fileId: uuidSchema, name: z.string() }),
  }),
  importCheck: command({
    ...change,
    name: 'role.import-check',
    summary: 'Check a file of rights; nothing is saved yet.',
    input: importFile,
    output: z.object({
      rows: z.int(),
      roles: z.array(
        z.object({
          roleId: z.int(),
          role: z.string(),
          description: z.string(),
          version: z.int(),
          effect: roleEffect,
        }),
      ),
      warnings: z.array(importLine),
      errors: z.array(importLine),
    }),
  }),
  importCommit: command({
    ...change,
    stepUp: true,
    name: 'role.import-commit',
    summary:
      'Put the rights of a file on their roles, all or none; where money is touched a second person approves.',
    input: importFile.extend({
      /** As the check showed them: a role that moved on meanwhile is not overwritten. */
      versions: z.array(z.strictObject({ roleId, version: z.int() })).max(200),
      reason: changeReason,
    }),
    output: z.object({ applied: z.int(), waiting: z.int() }),
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
