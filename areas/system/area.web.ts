import { openModules } from '@aangan/contract/endpoint.ts';
import { screen, screens } from '@aangan/web/screens.ts';
import { SUPER_LEVEL, systemModules } from './system-modules.ts';

const { System, cronDashboard } = systemModules;

export const systemScreens = screens('system', 'System', [
  screen({
    path: '/system',
    title: 'System',
    module: openModules.signedIn,
    load: () => import('./dynamic-module/system-home.tsx').then((m) => m.SystemHome),
  }),
  screen({
    path: '/system/system-end-points',
    title: 'End points',
    module: System,
    load: () => import('./end-point/workbench.tsx').then((m) => m.EndPointWorkbench),
  }),
  screen({
    path: '/system/system-end-points/{endpointID?}',
    title: 'End point',
    module: SUPER_LEVEL,
    write: true,
    superOnly: true,
    load: () => import('./end-point/end-point-form.tsx').then((m) => m.EndPointForm),
  }),
  screen({
    path: '/system/system-end-points-list',
    title: 'End point list',
    module: System,
    load: () => import('./end-point/end-point-list.tsx').then((m) => m.EndPointList),
  }),
  screen({
    path: '/system/roles',
    title: 'Roles',
    module: System,
    load: () => import('./role/role-list.tsx').then((m) => m.RoleList),
  }),
  screen({
    path: '/system/save-role',
    title: 'New role',
    module: System,
    write: true,
    load: () => import('./role/role-form.tsx').then((m) => m.RoleForm),
  }),
  screen({
    path: '/system/edit-role/{roleId?}',
    title: 'Role',
    module: System,
    write: true,
    load: () => import('./role/role-editor.tsx').then((m) => m.RoleEditor),
  }),
  screen({
    path: '/system/dynamic-dash-list',
    title: 'Dashboards by role',
    module: System,
    load: () => import('./role/dash-list.tsx').then((m) => m.DashList),
  }),
  screen({
    path: '/system/dynamic-dash-create/{roleId}',
    title: 'Dashboards of a role',
    module: System,
    write: true,
    load: () => import('./role/dash-editor.tsx').then((m) => m.DashEditor),
  }),
  screen({
    path: '/system/dynamic-module/create',
    title: 'New dynamic module',
    module: SUPER_LEVEL,
    write: true,
    superOnly: true,
    load: () => import('./dynamic-module/dynamic-form.tsx').then((m) => m.DynamicForm),
  }),
  screen({
    path: '/system/dynamic-module/Edit/{uniqueId}',
    title: 'Dynamic module',
    module: SUPER_LEVEL,
    write: true,
    superOnly: true,
    load: () => import('./dynamic-module/dynamic-form.tsx').then((m) => m.DynamicForm),
  }),
  screen({
    path: '/system/royalty/setting',
    title: 'Royalty setting',
    module: [System, 'level_6'],
    level: 'royalty',
    write: true,
    load: () => import('./royalty/royalty-setting.tsx').then((m) => m.RoyaltySetting),
  }),
  screen({
    path: '/cron/list',
    title: 'Cron list',
    module: cronDashboard,
    load: () => import('./cron/cron-list.tsx').then((m) => m.CronList),
  }),
]);
