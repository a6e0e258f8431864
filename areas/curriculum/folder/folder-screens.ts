import { curriculumModules as m } from '../modules.ts';

export const folderScreens = {
  '/learning/curriculum-cms': { title: 'Curriculum CMS', module: m.curriculumCMS },
  '/learning-cms/folder-cms/{folderId}': { title: 'Curriculum folder', module: m.curriculumCMS },
  '/learning/folder/{folderId}': { title: 'Learning material', module: m.Curriculum },
} as const;
