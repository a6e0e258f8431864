import { loadScreens } from '@aangan/web/screens.ts';
import { curriculumScreens } from './screens.ts';

export const curriculumWeb = loadScreens(curriculumScreens, {});
