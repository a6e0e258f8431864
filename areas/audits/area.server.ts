import { serve } from '@aangan/server/endpoint/handle.ts';
import { audits } from './area.ts';
import { cctvExtras, cctvFiles } from './cctv/cctv-area.server.ts';

export const auditsServer = serve(audits, [...cctvFiles], {
  jobs: [...cctvExtras.jobs],
  homeCards: [...cctvExtras.homeCards],
});
