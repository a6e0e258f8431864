const boards = () => import('./ams-dashboards.tsx');

export const amsBoardLoads = {
  '/amsv1/myCenters': () => import('./my-centres.tsx').then((m) => m.MyCentres),
  '/amsv1/centerFirstAudit': () => import('./first-audits.tsx').then((m) => m.FirstAudits),
  '/amsv1/dashboard': () => boards().then((m) => m.AmsDashboard),
  '/ams/dashboard': () => boards().then((m) => m.AmsZones),
};
