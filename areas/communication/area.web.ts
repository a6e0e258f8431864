import { loadScreens } from '@aangan/web/screens.ts';
import { communicationScreens } from './screens.ts';

export const communicationWeb = loadScreens(communicationScreens, {});
