import { area } from '@aangan/contract/area.ts';
import { allocationContracts } from './allocation/allocation-area.ts';
import { amsSetupContracts, amsSetupRecords } from './ams-setup/ams-setup-area.ts';
import { catalogueContracts, catalogueRecords } from './catalogue/catalogue-area.ts';
import { cctvContracts } from './cctv/cctv-area.ts';
import { auditsModules } from './modules.ts';
import { auditsScreens } from './screens.ts';

export const audits = area({
  ...auditsScreens,
  modules: auditsModules.$info,
  records: [...catalogueRecords, ...amsSetupRecords],
  contracts: [...catalogueContracts, ...cctvContracts, ...amsSetupContracts, ...allocationContracts],
});
