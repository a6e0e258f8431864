import { vehicleContract } from './vehicle.contract.ts';
import { vehicle } from './vehicle.record.ts';
import { vehicleSettingContract } from './vehicle-setting.contract.ts';
import { vehicleSetting } from './vehicle-setting.record.ts';

export const vehicleRecords = [vehicle, vehicleSetting] as const;
export const vehicleContracts = [vehicleContract, vehicleSettingContract];
