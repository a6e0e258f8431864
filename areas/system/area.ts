import { area } from '@aangan/contract/area.ts';
import { accessContract } from './access/access.contract.ts';
import { cronContract } from './cron/cron.contract.ts';
import { dynamicModuleContract } from './dynamic-module/dynamic-module.contract.ts';
import { endPointContract } from './end-point/end-point.contract.ts';
import { accessLogContract, changeLogContract } from './journal/journal.contract.ts';
import { dashboardContract } from './menu/dashboard.contract.ts';
import { dashboardMapContract, roleChangeContract, roleContract } from './role/role.contract.ts';
import { SUPER_LEVEL, systemModules } from './system-modules.ts';

const { System, cronDashboard } = systemModules;
const group = 'System';

export const systemArea = area({
  name: 'system',
  title: 'System',
  modules: systemModules.$info,
  contracts: [
    dashboardContract,
    endPointContract,
    roleContract,
    roleChangeContract,
    dashboardMapContract,
    dynamicModuleContract,
    accessContract,
    cronContract,
    changeLogContract,
    accessLogContract,
  ],
  menu: [
    { label: 'Roles', path: '/system/roles', module: System, group, order: 8 },
    { label: 'Dashboards by role', path: '/system/dynamic-dash-list', module: System, group, order: 9 },
    {
      label: 'New dynamic module',
      path: '/system/dynamic-module/create',
      module: SUPER_LEVEL,
      group,
      order: 10,
    },
    { label: 'End points', path: '/system/system-end-points', module: System, group, order: 11 },
    { label: 'End point list', path: '/system/system-end-points-list', module: System, group, order: 12 },
    {
      label: 'Royalty setting',
      path: '/system/royalty/setting',
      module: [System, 'level_6'],
      group,
      order: 13,
    },
    { label: 'Cron list', path: '/cron/list', module: cronDashboard, group, order: 14 },
  ],
  personalData: [
    {
      table: 'role_change',
      subject: 'USER',
      columns: ['reason', 'decision_reason'],
      on: 'keep',
      basis: 'Who could do what, and when',
    },
  ],
});
