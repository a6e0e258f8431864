import { loadScreens } from '@aangan/web/screens.ts';
import { transportScreens } from './screens.ts';

export const transportWeb = loadScreens(transportScreens, {});
