import { curriculumModules as m } from '../modules.ts';

export const deliveryScreens = {
  '/learning/curriculum': { title: 'Curriculum', module: [m.Curriculum, m.CurriculumReports] },
} as const;
