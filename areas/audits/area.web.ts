import { loadScreens } from '@aangan/web/screens.ts';
import { allocationLoads } from './allocation/allocation.web.ts';
import { amsSetupLoads } from './ams-setup/ams-setup.web.ts';
import { cctvLoads } from './cctv/cctv.web.ts';
import { auditsScreens } from './screens.ts';

export const auditsWeb = loadScreens(auditsScreens, { ...cctvLoads, ...amsSetupLoads, ...allocationLoads });
