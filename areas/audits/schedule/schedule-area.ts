import { amsScheduleContract } from './ams-schedule.contract.ts';
import { amsSchedules } from './ams-schedule.listing.ts';

export const scheduleContracts = [amsSchedules.endpoints, amsScheduleContract] as const;
