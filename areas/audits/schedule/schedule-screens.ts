import type { Screen } from '@aangan/contract/screens.ts';
import { auditsModules as m } from '../modules.ts';

export const scheduleScreens = {
  '/amsv1/createViewSchedule': { title: 'Plan visits', module: m.AMSSchedule, write: true },
  '/amsv1/viewApprovedSchedule': {
    title: 'Approved schedule',
    module: [m.AMSDashboard, m.AMSScheduleApproval],
  },
  '/amsv1/viewSchedule': { title: 'Visit calendar', module: m.AMSDashboard },
  '/ams/ams-visit-schedule': { title: 'Visit schedule', module: m.AMSDashboard },
} as const satisfies Readonly<Record<string, Omit<Screen, 'path'>>>;
