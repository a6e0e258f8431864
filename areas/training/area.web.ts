import { loadScreens } from '@aangan/web/screens.ts';
import { trainingScreens } from './screens.ts';

export const trainingWeb = loadScreens(trainingScreens, {});
