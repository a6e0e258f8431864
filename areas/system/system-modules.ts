import { modules } from '@aangan/contract/area.ts';

export const systemModules = modules({ System: { title: 'System' }, cronDashboard: { title: 'Cron' } });

/** The level of super admins (specification 6): its routes and commands are theirs alone (system.md Y12). */
export const SUPER_LEVEL = 'level_1';
