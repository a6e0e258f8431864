import { loadScreens } from '@aangan/web/screens.ts';
import { curriculumScreens } from './screens.ts';
import { videoLoads } from './video/video.web.ts';

export const curriculumWeb = loadScreens(curriculumScreens, { ...videoLoads });
