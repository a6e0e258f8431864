import { screens } from '@aangan/contract/screens.ts';
import { announcementScreens } from './announcement/announcement-screens.ts';
import { campaignScreens } from './campaign/campaign-paths.ts';
import { eventScreens } from './event/event-screens.ts';
import { galleryScreens } from './gallery/gallery-screens.ts';
import { communicationModules } from './modules.ts';
import { templateScreens } from './template/template-screens.ts';

export const communicationScreens = screens('communication', 'Communication', {
  ...announcementScreens,
  ...templateScreens,
  ...eventScreens,
  ...galleryScreens,
  '/communications/instagram-post': {
    title: 'Instagram posts',
    module: [communicationModules.InstaPost, 'level_3'],
    write: true,
  },
  ...campaignScreens,
});
