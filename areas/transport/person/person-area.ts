import { escortContract } from './escort.contract.ts';
import { escortAccountContract } from './escort-account.contract.ts';
import { escortPerson } from './escort-person.record.ts';
import { escortVendors } from './escort-vendor.listing.ts';
import { vehicleStaffContract } from './vehicle-staff.contract.ts';
import { vehicleStaff } from './vehicle-staff.listing.ts';

export const personRecords = [escortPerson] as const;
export const personContracts = [
  escortVendors.endpoints,
  escortContract,
  escortAccountContract,
  vehicleStaff.endpoints,
  vehicleStaffContract,
] as const;
