import { loadScreens } from '@aangan/web/screens.ts';
import { bulkLoads } from './bulk/bulk.web.ts';
import { dayLoads } from './day/day.web.ts';
import { deliveryLoads } from './delivery/delivery.web.ts';
import { folderLoads } from './folder/folder.web.ts';
import { planLoads } from './plan/plan.web.ts';
import { recordedLoads } from './recorded/recorded.web.ts';
import { curriculumScreens } from './screens.ts';
import { themeLoads } from './theme/theme.web.ts';
import { videoLoads } from './video/video.web.ts';

export const curriculumWeb = loadScreens(
  curriculumScreens,
  {
    ...bulkLoads,
    ...dayLoads,
    ...deliveryLoads,
    ...folderLoads,
    ...planLoads,
    ...recordedLoads,
    ...videoLoads,
  },
  [themeLoads],
);
