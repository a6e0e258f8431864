import { recordScreens, screens } from '@aangan/contract/screens.ts';
import { allocationScreens } from './allocation/allocation-screens.ts';
import { amsBoardScreens } from './ams-board/ams-board-screens.ts';
import { amsCalendarScreens } from './ams-calendar/ams-calendar-screens.ts';
import { amsSetupScreens } from './ams-setup/ams-setup-screens.ts';
import { auditType } from './catalogue/audit-type.record.ts';
import { catalogueScreens } from './catalogue/catalogue-screens.ts';
import { cctvScreens } from './cctv/cctv-screens.ts';
import { runnerScreens } from './runner/runner-screens.ts';
import { scheduleScreens } from './schedule/schedule-screens.ts';
import { viewScreens } from './view/view-screens.ts';

export const auditsScreens = screens(
  'audits',
  'Audits',
  {
    ...catalogueScreens,
    ...cctvScreens,
    ...amsSetupScreens,
    ...allocationScreens,
    ...runnerScreens,
    ...viewScreens,
    ...scheduleScreens,
    ...amsBoardScreens,
    ...amsCalendarScreens,
  },
  [...recordScreens(auditType)],
);
