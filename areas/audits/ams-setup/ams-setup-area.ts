import { amsCycleContract } from './ams-cycle.contract.ts';
import { amsHoliday } from './ams-holiday.record.ts';
import { amsRoleContract } from './ams-role.contract.ts';
import { amsSettingContract } from './ams-setting.contract.ts';
import { centreCategoryContract } from './centre-category.contract.ts';
import { centreCategoryList } from './centre-category.listing.ts';

export const amsSetupRecords = [amsHoliday] as const;
export const amsSetupContracts = [
  amsRoleContract,
  amsSettingContract,
  amsCycleContract,
  centreCategoryContract,
  centreCategoryList.endpoints,
] as const;
