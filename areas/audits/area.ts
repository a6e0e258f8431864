import { area } from '@aangan/contract/area.ts';
import { allocationContracts } from './allocation/allocation-area.ts';
import { amsBoardContracts } from './ams-board/ams-board-area.ts';
import { amsCalendarContracts } from './ams-calendar/ams-calendar-area.ts';
import { amsSetupContracts, amsSetupRecords } from './ams-setup/ams-setup-area.ts';
import { auditMessages } from './audit-messages.ts';
import { catalogueContracts, catalogueRecords } from './catalogue/catalogue-area.ts';
import { cctvContracts } from './cctv/cctv-area.ts';
import { engineContracts } from './engine/engine-area.ts';
import { auditsModules } from './modules.ts';
import { scheduleContracts } from './schedule/schedule-area.ts';
import { auditsScreens } from './screens.ts';
import { viewContracts } from './view/view-area.ts';

export const audits = area({
  ...auditsScreens,
  modules: auditsModules.$info,
  records: [...catalogueRecords, ...amsSetupRecords],
  messages: auditMessages,
  contracts: [
    ...catalogueContracts,
    ...cctvContracts,
    ...amsSetupContracts,
    ...allocationContracts,
    ...engineContracts,
    ...viewContracts,
    ...scheduleContracts,
    ...amsBoardContracts,
    ...amsCalendarContracts,
  ],
});
