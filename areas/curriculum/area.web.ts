import { loadScreens } from '@aangan/web/screens.ts';
import { folderLoads } from './folder/folder.web.ts';
import { curriculumScreens } from './screens.ts';

export const curriculumWeb = loadScreens(curriculumScreens, {
  ...folderLoads,
});
