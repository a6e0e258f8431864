import { can, command, openModules, query } from '@aangan/contract/endpoint.ts';
import { daySchema, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { SUPER_LEVEL, systemModules } from '../system-modules.ts';

const read = { module: systemModules.System, scope: 'network' } as const;
const change = { module: SUPER_LEVEL, scope: 'network', write: true } as const;
export const dynamicKinds = ['SCREEN', 'LINK', 'REPORT', 'PAGE'] as const;
export const dynamicStates = ['DRAFT', 'LIVE', 'RETIRED'] as const;
const line = (max: number) => z.string().trim().max(max, `At most ${max} characters`);

const fields = {
  kind: z.enum(dynamicKinds, { error: 'Choose what it opens' }),
  /** Path with its fixed filters, or an https address; empty for a page of text. */
  target: line(500),
  dashboardId: z.int('Choose a dashboard').min(1),
  groupLabel: line(40).min(1, 'Fill this in'),
  label: line(40).min(1, 'Fill this in'),
  labelHi: line(40).nullable().optional(),
  pageText: line(20_000).nullable().optional(),
  roleIds: z.array(z.int()).min(1, 'Choose who sees it').max(300),
  validFrom: daySchema.nullable().optional(),
  validTo: daySchema.nullable().optional(),
};

const row = z.object({
  uniqueId: uuidSchema,
  name: z.string(),
  kind: z.enum(dynamicKinds),
  target: z.string(),
  dashboardId: z.int().nullable(),
  dashboard: z.string().nullable(),
  groupLabel: z.string().nullable(),
  label: z.string().nullable(),
  labelHi: z.string().nullable(),
  pageText: z.string().nullable(),
  roleIds: z.array(z.int()),
  roles: z.array(z.string()),
  validFrom: z.string().nullable(),
  validTo: z.string().nullable(),
  state: z.enum(dynamicStates),
  version: z.int(),
  can,
});
export type DynamicModule = z.output<typeof row>;
const one = z.strictObject({ uniqueId: uuidSchema });
const stepped = z.object({ uniqueId: uuidSchema, version: z.int(), state: z.enum(dynamicStates) });

export const dynamicModuleContract = {
  list: query({
    ...read,
    name: 'dynamic-module.list',
    summary: 'Menu items made at run time.',
    input: z.strictObject({}),
    output: z.object({ rows: z.array(row) }),
  }),
  get: query({
    ...read,
    name: 'dynamic-module.get',
    summary: 'One menu item made at run time.',
    input: one,
    output: row,
  }),
  targets: query({
    ...read,
    name: 'dynamic-module.targets',
    summary: 'Screens a menu item may open, dashboards and their groups, allowed hosts.',
    input: z.strictObject({}),
    output: z.object({
      screens: z.array(z.object({ path: z.string(), label: z.string(), area: z.string() })),
      dashboards: z.array(z.object({ id: z.int(), name: z.string(), groups: z.array(z.string()) })),
      roles: z.array(z.object({ id: z.int(), description: z.string() })),
      hosts: z.array(z.string()),
    }),
  }),
  save: command({
    ...change,
    name: 'dynamic-module.save',
    summary: 'Make or change a menu item; one that is live changes at once.',
    input: z.strictObject({ uniqueId: uuidSchema.optional(), version: z.int().optional(), ...fields }),
    output: stepped,
  }),
  publish: command({
    ...change,
    versioned: true,
    name: 'dynamic-module.publish',
    summary: 'Put the item into the menu of its roles.',
    input: one,
    output: stepped,
  }),
  retire: command({
    ...change,
    versioned: true,
    name: 'dynamic-module.retire',
    summary: 'Take the item out of every menu.',
    input: one,
    output: stepped,
  }),
  page: query({
    module: openModules.signedIn,
    scope: 'own',
    name: 'dynamic-page.get',
    summary: 'The text of a page that stands in my menu.',
    input: one,
    output: z.object({ label: z.string(), text: z.string() }),
  }),
  allowHost: command({
    ...change,
    name: 'allowed-host.save',
    summary: 'Allow or forbid a host that links of the menu may lead to.',
    input: z.strictObject({
      host: z
        .string()
        .trim()
        .toLowerCase()
        .regex(/^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/, 'A host like forms.example.org'),
      allowed: z.boolean(),
      reason: line(200).nullable().optional(),
    }),
    output: z.object({ hosts: z.array(z.string()) }),
  }),
  createDashboard: command({
    ...change,
    name: 'dashboard.create',
    summary: 'Add a dashboard to the menu bar; roles are given it afterwards.',
    input: z.strictObject({ name: line(40).min(2, 'At least 2 characters') }),
    output: z.object({ id: z.int() }),
  }),
};
