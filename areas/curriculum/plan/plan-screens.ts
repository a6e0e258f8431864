import { curriculumModules as m } from '../modules.ts';

export const planScreens = {
  '/learning/curriculum-cms/list/page/{current}': { title: 'Curriculum plans', module: m.curriculumCMS },
  '/learning-cms/curriculum-cms': { title: 'Authoring board', module: m.curriculumCMS },
  '/learning-cms/curriculum-cms/{curriculumCmsId?}/{weekId?}': {
    title: 'Curriculum plan',
    module: m.curriculumCMS,
  },
} as const;
