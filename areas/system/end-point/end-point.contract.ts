import { can, command, pageOf, paging, query } from '@aangan/contract/endpoint.ts';
import { choice, longText, text, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { SUPER_LEVEL, systemModules } from '../system-modules.ts';

const read = { module: systemModules.System, scope: 'network' } as const;
const change = { module: SUPER_LEVEL, scope: 'network', write: true } as const;
const id = z.int().min(1).max(2147483647);
export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'any'] as const;
export const origins = ['DECLARED', 'MANUAL'] as const;
const words = {
  title: {
    ...text({ label: 'Title', max: 80 }),
    schema: z.string().trim().min(3, 'At least 3 characters').max(80, 'At most 80 characters'),
  },
  description: longText({ label: 'Description', max: 300, optional: true }),
};

const holder = z.object({ id: z.int(), role: z.string(), description: z.string() });
const cell = z.object({
  id: z.int(),
  method: z.enum(methods),
  title: z.string().nullable(),
  origin: z.enum(origins),
  active: z.boolean(),
  roles: z.array(holder),
  calls30: z.int(),
  lastUsedAt: z.string().nullable(),
});

const row = z.object({
  id: z.int(),
  module: z.string(),
  moduleTitle: z.string(),
  area: z.string(),
  method: z.enum(methods),
  title: z.string().nullable(),
  origin: z.enum(origins),
  stale: z.boolean(),
  active: z.boolean(),
  roles: z.int(),
  calls30: z.int(),
  contracts: z.int(),
  can,
});
export type EndPointRow = z.output<typeof row>;

const filters = {
  q: z.string().trim().max(100).optional(),
  area: z.string().max(40).optional(),
  method: z.enum(methods).optional(),
  origin: z.enum(origins).optional(),
  use: z.enum(['nobody', 'unused', 'stale']).optional(),
};

export const endPointContract = {
  workbench: query({
    ...read,
    name: 'end-point.workbench',
    summary: 'Modules and methods with the roles that hold them and how often they are used.',
    input: z.strictObject({}),
    output: z.object({
      areas: z.array(
        z.object({
          area: z.string(),
          modules: z.array(
            z.object({
              name: z.string(),
              title: z.string(),
              student: z.boolean(),
              needsStaffApproval: z.boolean(),
              stale: z.boolean(),
              cells: z.array(cell),
            }),
          ),
        }),
      ),
      can,
    }),
  }),
  list: query({
    ...read,
    name: 'end-point.list',
    summary: 'The catalogue of module and method, flat, for search and export.',
    input: z.strictObject({
      ...filters,
      sort: z.enum(['module', '-module', 'calls30', '-calls30', 'roles', '-roles']).optional(),
      ...paging,
    }),
    output: pageOf(row),
  }),
  get: query({
    ...read,
    name: 'end-point.get',
    summary: 'One end point: its roles, the contracts and screens behind it.',
    input: z.strictObject({ endPointId: id }),
    output: row.extend({
      description: z.string().nullable(),
      version: z.int(),
      holders: z.array(holder),
      operations: z.array(
        z.object({ name: z.string(), area: z.string(), summary: z.string(), path: z.string() }),
      ),
      screens: z.array(z.string()),
    }),
  }),
  create: command({
    ...change,
    name: 'end-point.create',
    summary: 'Add a pair of module and method.',
    fields: {
      module: {
        ...text({ label: 'Module', max: 60 }),
        schema: z.string().trim().min(1, 'Choose a module').max(60),
      },
      method: choice({ label: 'Method', options: methods }),
      ...words,
    },
    output: z.object({ id: z.int() }),
  }),
  update: command({
    ...change,
    versioned: true,
    name: 'end-point.update',
    summary: 'Change title and description of an end point.',
    input: { endPointId: id },
    fields: words,
    output: z.object({ id: z.int(), version: z.int() }),
  }),
  remove: command({
    ...change,
    name: 'end-point.remove',
    summary: 'Remove an end point that was added manually and that no role holds.',
    input: z.strictObject({ endPointId: id }),
    output: z.object({ id: z.int() }),
  }),
  export: command({
    ...read,
    write: false,
    name: 'end-point.export',
    summary: 'The catalogue of end points as a file.',
    input: z.strictObject({ ...filters, format: z.enum(['csv', 'xlsx']).default('csv') }),
    output: z.object({ jobId: uuidSchema }),
  }),
};
