import { screens } from '@aangan/contract/screens.ts';

export const trainingScreens = screens('training', 'Training', {});
