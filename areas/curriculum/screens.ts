import { screens } from '@aangan/contract/screens.ts';
import { videoScreens } from './video/video-screens.ts';

export const curriculumScreens = screens('curriculum', 'Curriculum', { ...videoScreens });
