import { openModules } from '@aangan/contract/endpoint.ts';
import { screens } from '@aangan/contract/screens.ts';
import { SUPER_LEVEL, systemModules } from './system-modules.ts';

const { System, cronDashboard } = systemModules;

export const systemScreens = screens('system', 'System', {
  '/system': { title: 'System', module: openModules.signedIn },
  '/system/system-end-points': { title: 'End points', module: System },
  '/system/system-end-points/{endpointID?}': {
    title: 'End point',
    module: SUPER_LEVEL,
    write: true,
    superOnly: true,
  },
  '/system/system-end-points-list': { title: 'End point list', module: System },
  '/system/roles': { title: 'Roles', module: System },
  '/system/save-role': { title: 'New role', module: System, write: true },
  '/system/edit-role/{roleId?}': { title: 'Role', module: System, write: true },
  '/system/dynamic-dash-list': { title: 'Dashboards by role', module: System },
  '/system/dynamic-dash-create/{roleId}': { title: 'Dashboards of a role', module: System, write: true },
  '/system/dynamic-module/create': {
    title: 'New dynamic module',
    module: SUPER_LEVEL,
    write: true,
    superOnly: true,
  },
  '/system/dynamic-module/Edit/{uniqueId}': {
    title: 'Dynamic module',
    module: SUPER_LEVEL,
    write: true,
    superOnly: true,
  },
  '/system/royalty/setting': {
    title: 'Royalty setting',
    module: [System, 'level_6'],
    level: 'royalty',
    write: true,
  },
  '/cron/list': { title: 'Cron list', module: cronDashboard },
});
