const findings = () => import('../finding/finding-lists.tsx');
const lists = () => import('./audit-lists.tsx');

export const viewLoads = {
  '/audit': () => import('./audit-home.tsx').then((m) => m.AuditHome),
  '/audit/list': () => lists().then((m) => m.AllAudits),
  '/audit/acadAudits/{type}': () => lists().then((m) => m.AuditsOfKind),
  '/audit/auditDrafts': () => lists().then((m) => m.AuditDrafts),
  '/audit/auditScores': () => import('../scores/audit-scores.tsx').then((m) => m.AuditScores),
  '/audit/centerList': () => import('./centre-audits.tsx').then((m) => m.CentreList),
  '/audit/individualCentreList/{id}': () => import('./centre-audits.tsx').then((m) => m.CentreAudits),
  '/audit/viewAudit/{id}': () => import('./view-audit.tsx').then((m) => m.ViewAudit),
  '/general-audit/audit': () => import('./audit-home.tsx').then((m) => m.GeneralAuditHome),
  '/general-audit/generalAudits/all': () => lists().then((m) => m.GeneralAudits),
  '/general-audit/generalAudits/draft': () => lists().then((m) => m.GeneralDrafts),
  '/general-audit/audit-report-list': () => lists().then((m) => m.AuditReports),
  '/general-audit/add-reponse': () => findings().then((m) => m.AnswerFindings),
  '/general-audit/closure-list': () => findings().then((m) => m.ClosureList),
  '/my-audit/list': () => import('../review/my-audits.tsx').then((m) => m.MyAudits),
  '/my-audit/viewAudit/{id}': () => import('./view-audit.tsx').then((m) => m.ViewAudit),
  '/general-audit/view-audit/{auditId}': () => import('./view-audit.tsx').then((m) => m.ViewAudit),
};
