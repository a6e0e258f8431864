import { openModules, query } from '@aangan/contract/endpoint.ts';
import * as z from 'zod';

// The specification's shape (§3, §7): isWrite is left out when the map says nothing, and then counts as true.
const isWrite = z.boolean().optional();

export const dashboardOfRole = z.object({
  id: z.int(),
  name: z.string(),
  icon: z.string(),
  position: z.int(),
  dashboardRoleMap: z.object({
    isActive: z.boolean(),
    isDefault: z.boolean(),
    isWrite,
    subDashboardRoleMaps: z.array(
      z.object({ isWrite, subDashboard: z.object({ id: z.int(), name: z.string() }) }),
    ),
  }),
  menuItems: z.array(
    z.object({
      key: z.string(),
      label: z.string(),
      groupLabel: z.string(),
      link: z.string(),
      modules: z.array(z.string()),
      write: z.boolean(),
      student: z.boolean(),
      centre: z.boolean(),
      approvalCode: z.string().optional(),
      hideRule: z.string().optional(),
      position: z.int(),
    }),
  ),
});
export type DashboardOfRole = z.output<typeof dashboardOfRole>;

export const dashboardContract = {
  byRole: query({
    module: openModules.signedIn,
    scope: 'own',
    name: 'dashboard.by-role',
    summary: 'Dashboards, sub-dashboards and menu items of one role.',
    path: '/api/dashboard-by-role/:roleId',
    input: z.strictObject({ roleId: z.int().min(1).max(2147483647) }),
    output: z.array(dashboardOfRole),
  }),
};
