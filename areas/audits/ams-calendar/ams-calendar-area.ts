import { amsCalendarContract, sharedCalendarContract } from './ams-calendar.contract.ts';

export const amsCalendarContracts = [amsCalendarContract, sharedCalendarContract] as const;
