import { area } from '@aangan/contract/area.ts';
import { reportMessages } from './messages.ts';
import { reportsModules } from './modules.ts';
import { scheduleContract, scheduleRuns, schedules } from './schedule/schedule.contract.ts';
import { reportsScreens } from './screens.ts';

/** What the screens show is declared and served by the areas that own the rows; schedules are this area's own. */
export const reports = area({
  ...reportsScreens,
  modules: reportsModules.$info,
  contracts: [scheduleContract, schedules.endpoints, scheduleRuns.endpoints],
  messages: reportMessages,
});
