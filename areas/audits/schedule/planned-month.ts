import type { OutputOf } from '@aangan/contract/endpoint.ts';
import type { amsScheduleContract } from './ams-schedule.contract.ts';

export type Month = OutputOf<typeof amsScheduleContract.month>;
/** What shows visits and is asked again after a change. */
export const SCHEDULE_REFRESH = ['ams-schedule', 'ams-visit', 'home'];
