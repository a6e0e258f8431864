import { loadScreens } from '@aangan/web/screens.ts';
import { allocationLoads } from './allocation/allocation.web.ts';
import { amsBoardLoads } from './ams-board/ams-board.web.ts';
import { amsCalendarLoads } from './ams-calendar/ams-calendar.web.ts';
import { amsSetupLoads } from './ams-setup/ams-setup.web.ts';
import { auditTypeLoads, catalogueLoads } from './catalogue/catalogue.web.ts';
import { cctvLoads } from './cctv/cctv.web.ts';
import { runnerLoads } from './runner/runner.web.ts';
import { scheduleLoads } from './schedule/schedule.web.ts';
import { auditsScreens } from './screens.ts';
import { viewLoads } from './view/view.web.ts';

export const auditsWeb = loadScreens(
  auditsScreens,
  {
    ...catalogueLoads,
    ...cctvLoads,
    ...amsSetupLoads,
    ...allocationLoads,
    ...runnerLoads,
    ...viewLoads,
    ...scheduleLoads,
    ...amsBoardLoads,
    ...amsCalendarLoads,
  },
  [auditTypeLoads],
);
