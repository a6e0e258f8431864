import type { Screen } from '@aangan/contract/screens.ts';
import { auditsModules as m } from '../modules.ts';

const heads = [m.CenterHeadAudit, m.AMSDashboard] as const;

export const viewScreens = {
  '/audit': { title: 'Audits', module: m.CenterHeadAudit },
  '/audit/list': { title: 'All audits', module: heads },
  '/audit/acadAudits/{type}': { title: 'Audits of a kind', module: m.CenterHeadAudit },
  '/audit/auditDrafts': { title: 'Drafts', module: [m.CenterHeadAudit, m.AMSSchedule] },
  '/audit/auditScores': { title: 'Audit scores', module: m.CenterHeadAudit },
  '/audit/centerList': { title: 'Centres', module: m.CenterHeadAudit },
  '/audit/individualCentreList/{id}': { title: 'Audits of a centre', module: m.CenterHeadAudit },
  '/audit/viewAudit/{id}': {
    title: 'Audit',
    module: [m.CenterHeadAudit, m.AMSDashboard, m.AuditReview, m.AuditResponse],
  },
  '/general-audit/audit': { title: 'General audits', module: [m.GeneralAudit, m.AuditResponse] },
  '/general-audit/generalAudits/all': { title: 'All general audits', module: m.GeneralAudit },
  '/general-audit/generalAudits/draft': { title: 'Drafts', module: m.GeneralAudit },
  '/general-audit/audit-report-list': { title: 'Audit reports', module: [m.GeneralAudit, m.AuditResponse] },
  '/general-audit/add-reponse': { title: 'Answer findings', module: m.AuditResponse, write: true },
  '/general-audit/closure-list': { title: 'Findings to verify', module: m.AuditReview },
  '/my-audit/list': { title: 'My audits', module: m.TeacherAuditView },
  '/my-audit/viewAudit/{id}': { title: 'My audit', module: m.TeacherAuditView },
  '/general-audit/view-audit/{auditId}': {
    title: 'Audit',
    module: [m.GeneralAudit, m.AuditResponse, m.AuditReview],
  },
} as const satisfies Readonly<Record<string, Omit<Screen, 'path'>>>;
