export const amsSetupLoads = {
  '/amsv1/roleConfiguration': () => import('./ams-roles.tsx').then((m) => m.AmsRoles),
  '/amsv1/uploadHoliday': () => import('./ams-holidays.tsx').then((m) => m.AmsHolidays),
  '/amsv1/amsConfiguration': () => import('./ams-settings.tsx').then((m) => m.AmsSettings),
  '/amsv1/cycleConfiguration': () => import('./ams-cycles.tsx').then((m) => m.AmsCycles),
  '/amsv1/centerCategory': () => import('./centre-categories.tsx').then((m) => m.CentreCategories),
};
