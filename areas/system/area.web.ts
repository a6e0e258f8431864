import { loadScreens } from '@aangan/web/screens.ts';
import { systemScreens } from './screens.ts';

export const systemWeb = loadScreens(systemScreens, {
  '/system': () => import('./dynamic-module/system-home.tsx').then((m) => m.SystemHome),
  '/system/system-end-points': () => import('./end-point/workbench.tsx').then((m) => m.EndPointWorkbench),
  '/system/system-end-points/{endpointID?}': () =>
    import('./end-point/end-point-form.tsx').then((m) => m.EndPointForm),
  '/system/system-end-points-list': () =>
    import('./end-point/end-point-list.tsx').then((m) => m.EndPointList),
  '/system/roles': () => import('./role/role-list.tsx').then((m) => m.RoleList),
  '/system/save-role': () => import('./role/role-form.tsx').then((m) => m.RoleForm),
  '/system/edit-role/{roleId?}': () => import('./role/role-editor.tsx').then((m) => m.RoleEditor),
  '/system/dynamic-dash-list': () => import('./role/dash-list.tsx').then((m) => m.DashList),
  '/system/dynamic-dash-create/{roleId}': () => import('./role/dash-editor.tsx').then((m) => m.DashEditor),
  '/system/dynamic-module/create': () =>
    import('./dynamic-module/dynamic-form.tsx').then((m) => m.DynamicForm),
  '/system/dynamic-module/Edit/{uniqueId}': () =>
    import('./dynamic-module/dynamic-form.tsx').then((m) => m.DynamicForm),
  '/system/royalty/setting': () => import('./royalty/royalty-setting.tsx').then((m) => m.RoyaltySetting),
  '/cron/list': () => import('./cron/cron-list.tsx').then((m) => m.CronList),
});
