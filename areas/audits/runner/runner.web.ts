const start = () => import('./start-audit.tsx').then((m) => m.StartAudit);
const run = () => import('./run-audit.tsx').then((m) => m.RunAudit);

export const runnerLoads = {
  '/audit/add/{type}': start,
  '/audit/editAudit/{id}': run,
  '/general-audit/add-audit': start,
  '/general-audit/edit-audit/{auditId}': run,
};
