import { area } from '@aangan/contract/area.ts';
import { trainingModules } from './modules.ts';
import { trainingScreens } from './screens.ts';

export const training = area({
  ...trainingScreens,
  modules: trainingModules.$info,
  records: [],
  contracts: [],
});
