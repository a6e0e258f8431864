import { serve } from '@aangan/server/endpoint/handle.ts';
import { audits } from './area.ts';
import { catalogueFiles } from './catalogue/catalogue-area.server.ts';
import { cctvExtras, cctvFiles } from './cctv/cctv-area.server.ts';

export const auditsServer = serve(audits, [...catalogueFiles, ...cctvFiles], {
  jobs: [...cctvExtras.jobs],
  homeCards: [...cctvExtras.homeCards],
});
