import { area } from '@aangan/contract/area.ts';
import { catalogueContracts, catalogueRecords } from './catalogue/catalogue-area.ts';
import { cctvContracts } from './cctv/cctv-area.ts';
import { auditsModules } from './modules.ts';
import { auditsScreens } from './screens.ts';

export const audits = area({
  ...auditsScreens,
  modules: auditsModules.$info,
  records: [...catalogueRecords],
  contracts: [...catalogueContracts, ...cctvContracts],
});
