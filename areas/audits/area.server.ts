import { serve } from '@aangan/server/endpoint/handle.ts';
import { allocationFiles } from './allocation/allocation-area.server.ts';
import { amsSetupFiles } from './ams-setup/ams-setup-area.server.ts';
import { audits } from './area.ts';
import { catalogueFiles } from './catalogue/catalogue-area.server.ts';
import { cctvExtras, cctvFiles } from './cctv/cctv-area.server.ts';

export const auditsServer = serve(
  audits,
  [...catalogueFiles, ...cctvFiles, ...amsSetupFiles, ...allocationFiles],
  {
    jobs: [...cctvExtras.jobs],
    homeCards: [...cctvExtras.homeCards],
  },
);
