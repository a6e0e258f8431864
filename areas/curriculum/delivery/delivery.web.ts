export const deliveryLoads = {
  '/learning/curriculum': () => import('./curriculum-screen.tsx').then((s) => s.CurriculumScreen),
} as const;
