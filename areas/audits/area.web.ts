import { loadScreens } from '@aangan/web/screens.ts';
import { auditTypeLoads, catalogueLoads } from './catalogue/catalogue.web.ts';
import { cctvLoads } from './cctv/cctv.web.ts';
import { auditsScreens } from './screens.ts';

export const auditsWeb = loadScreens(auditsScreens, { ...catalogueLoads, ...cctvLoads }, [auditTypeLoads]);
