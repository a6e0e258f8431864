import { serve } from '@aangan/server/endpoint/handle.ts';
import { allocationFiles } from './allocation/allocation-area.server.ts';
import { amsBoardFiles } from './ams-board/ams-board-area.server.ts';
import { amsSetupFiles } from './ams-setup/ams-setup-area.server.ts';
import { audits } from './area.ts';
import { catalogueFiles } from './catalogue/catalogue-area.server.ts';
import { cctvExtras, cctvFiles } from './cctv/cctv-area.server.ts';
import { engineFiles } from './engine/engine-area.server.ts';
import { scheduleFiles, scheduleJobs } from './schedule/schedule-area.server.ts';
import { auditHomeCards, auditsHealth } from './view/audit-extras.server.ts';
import { registerAuditHistory, viewFiles } from './view/view-area.server.ts';

registerAuditHistory();

export const auditsServer = serve(
  audits,
  [
    ...catalogueFiles,
    ...cctvFiles,
    ...amsSetupFiles,
    ...allocationFiles,
    ...engineFiles,
    ...viewFiles,
    ...scheduleFiles,
    ...amsBoardFiles,
    await import('./ams-calendar/ams-calendar.server.ts'),
  ],
  {
    jobs: [...cctvExtras.jobs, ...scheduleJobs],
    homeCards: [...cctvExtras.homeCards, ...auditHomeCards],
    healthMeasures: [auditsHealth],
  },
);
