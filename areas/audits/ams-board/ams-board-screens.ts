import type { Screen } from '@aangan/contract/screens.ts';
import { auditsModules as m } from '../modules.ts';

export const amsBoardScreens = {
  '/amsv1/myCenters': { title: 'My centres', module: [m.AMSSchedule, m.AMSDashboard] },
  '/amsv1/centerFirstAudit': { title: 'First audits', module: [m.AMSAllocation, m.AMSDashboard] },
  '/amsv1/dashboard': { title: 'AMS dashboard', module: m.AMSDashboard },
  '/ams/dashboard': { title: 'AMS by zone', module: m.AMSDashboard },
} as const satisfies Readonly<Record<string, Omit<Screen, 'path'>>>;
