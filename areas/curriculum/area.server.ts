import { serve } from '@aangan/server/endpoint/handle.ts';
import { curriculum } from './area.ts';
import { bulkFiles } from './bulk/bulk-area.server.ts';
import { dayFiles } from './day/day-area.server.ts';
import { deliveryExtras, deliveryFiles } from './delivery/delivery-area.server.ts';
import { folderExtras, folderFiles } from './folder/folder-area.server.ts';
import { planFiles } from './plan/plan-area.server.ts';
import { recordedFiles } from './recorded/recorded-area.server.ts';
import { themeFiles } from './theme/theme-area.server.ts';
import { videoFiles } from './video/video-area.server.ts';

export const curriculumServer = serve(
  curriculum,
  [
    ...bulkFiles,
    ...dayFiles,
    ...deliveryFiles,
    ...folderFiles,
    ...planFiles,
    ...recordedFiles,
    ...themeFiles,
    ...videoFiles,
  ],
  {
    homeCards: [...(deliveryExtras.homeCards ?? [])],
    search: [...(folderExtras.search ?? [])],
  },
);
