import type { Screen } from '@aangan/contract/screens.ts';
import { auditsModules as m } from '../modules.ts';

export const runnerScreens = {
  '/audit/add/{type}': { title: 'New audit', module: [m.CenterHeadAudit, m.AMSSchedule], write: true },
  '/audit/editAudit/{id}': { title: 'Audit', module: [m.CenterHeadAudit, m.AMSSchedule], write: true },
  '/general-audit/add-audit': { title: 'New audit', module: m.GeneralAudit, write: true },
  '/general-audit/edit-audit/{auditId}': { title: 'Audit', module: m.GeneralAudit, write: true },
} as const satisfies Readonly<Record<string, Omit<Screen, 'path'>>>;
