import { curriculumModules as m } from '../modules.ts';

export const bulkScreens = {
  '/learning/bulkUploadCurriculumCMS/{folderMapID}': {
    title: 'Upload curriculum',
    module: m.curriculumCMS,
    write: true,
  },
} as const;
