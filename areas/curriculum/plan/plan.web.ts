export const planLoads = {
  '/learning/curriculum-cms/list/page/{current}': () => import('./plan-list.tsx').then((s) => s.PlanList),
  '/learning-cms/curriculum-cms': () => import('./plan-board.tsx').then((s) => s.PlanBoard),
  '/learning-cms/curriculum-cms/{curriculumCmsId?}/{weekId?}': () =>
    import('./plan-map.tsx').then((s) => s.PlanMap),
} as const;
