import { area } from '@aangan/contract/area.ts';
import { transportModules } from './modules.ts';
import { transportScreens } from './screens.ts';

export const transport = area({
  ...transportScreens,
  modules: transportModules.$info,
  records: [],
  contracts: [],
});
