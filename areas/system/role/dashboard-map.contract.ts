import { can, command, query } from '@aangan/contract/endpoint.ts';
import * as z from 'zod';
import { systemModules } from '../system-modules.ts';
import { changeOutcome, changeReason, roleDelta, roleId } from './role-delta.ts';

const read = { module: systemModules.System, scope: 'network' } as const;
const change = { ...read, write: true } as const;

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
      reason: changeReason,
    }),
    output: changeOutcome,
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
