import { amsScheduleContract } from './ams-schedule.contract.ts';
import { amsSchedules } from './ams-schedule.listing.ts';
import { amsVisitContract } from './ams-visit.contract.ts';
import { amsVisits } from './ams-visit.listing.ts';

export const scheduleContracts = [
  amsSchedules.endpoints,
  amsScheduleContract,
  amsVisits.endpoints,
  amsVisitContract,
] as const;
