import { recordScreens, screens } from '@aangan/contract/screens.ts';
import { bulkScreens } from './bulk/bulk-screens.ts';
import { dayScreens } from './day/day-screens.ts';
import { deliveryScreens } from './delivery/delivery-screens.ts';
import { folderScreens } from './folder/folder-screens.ts';
import { planScreens } from './plan/plan-screens.ts';
import { recordedScreens } from './recorded/recorded-screens.ts';
import { themeAndSkill } from './theme/theme-and-skill.record.ts';
import { videoScreens } from './video/video-screens.ts';

export const curriculumScreens = screens(
  'curriculum',
  'Curriculum',
  {
    ...bulkScreens,
    ...dayScreens,
    ...deliveryScreens,
    ...folderScreens,
    ...planScreens,
    ...recordedScreens,
    ...videoScreens,
  },
  [...recordScreens(themeAndSkill)],
);
