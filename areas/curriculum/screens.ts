import { screens } from '@aangan/contract/screens.ts';

export const curriculumScreens = screens('curriculum', 'Curriculum', {});
