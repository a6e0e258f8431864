import { loadScreens } from '@aangan/web/screens.ts';
import { cctvLoads } from './cctv/cctv.web.ts';
import { auditsScreens } from './screens.ts';

export const auditsWeb = loadScreens(auditsScreens, { ...cctvLoads });
