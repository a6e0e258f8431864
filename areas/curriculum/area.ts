import { area } from '@aangan/contract/area.ts';
import { bulkContracts } from './bulk/bulk-area.ts';
import { dayContracts } from './day/day-area.ts';
import { deliveryContracts } from './delivery/delivery-area.ts';
import { folderContracts, folderRecords } from './folder/folder-area.ts';
import { curriculumModules } from './modules.ts';
import { planContracts } from './plan/plan-area.ts';
import { recordedContracts } from './recorded/recorded-area.ts';
import { curriculumScreens } from './screens.ts';
import { themeContracts, themeRecords } from './theme/theme-area.ts';
import { videoContracts } from './video/video-area.ts';

export const curriculum = area({
  ...curriculumScreens,
  modules: curriculumModules.$info,
  records: [...folderRecords, ...themeRecords],
  contracts: [
    ...bulkContracts,
    ...dayContracts,
    ...deliveryContracts,
    ...folderContracts,
    ...planContracts,
    ...recordedContracts,
    ...themeContracts,
    ...videoContracts,
  ],
});
