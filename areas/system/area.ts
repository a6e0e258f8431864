import { area, modules } from '@aangan/contract/area.ts';
import { dashboardContract } from './menu/dashboard.contract.ts';

export const systemModules = modules({ System: { title: 'System' }, cronDashboard: { title: 'Cron' } });

export const systemArea = area({
  name: 'system',
  title: 'System',
  modules: systemModules.$info,
  contracts: [dashboardContract],
  personalData: [],
});
