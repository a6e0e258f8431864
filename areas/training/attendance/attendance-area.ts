import { attendanceContract } from './attendance.contract.ts';
import { attendances } from './attendance.listing.ts';

export const attendanceContracts = [attendanceContract, attendances.endpoints];
