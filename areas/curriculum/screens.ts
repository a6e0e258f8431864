import { screens } from '@aangan/contract/screens.ts';
import { folderScreens } from './folder/folder-screens.ts';

export const curriculumScreens = screens('curriculum', 'Curriculum', {
  ...folderScreens,
});
