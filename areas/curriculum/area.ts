import { area } from '@aangan/contract/area.ts';
import { curriculumModules } from './modules.ts';
import { curriculumScreens } from './screens.ts';
import { videoContracts } from './video/video-area.ts';

export const curriculum = area({
  ...curriculumScreens,
  modules: curriculumModules.$info,
  records: [],
  contracts: [...videoContracts],
});
