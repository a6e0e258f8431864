import { loadScreens } from '@aangan/web/screens.ts';
import { announcementLoads } from './announcement/announcement.web.ts';
import { campaignLoads } from './campaign/campaign.web.ts';
import { eventLoads } from './event/event-loads.web.ts';
import { galleryLoads } from './gallery/gallery-loads.web.ts';
import { communicationScreens } from './screens.ts';
import { templateLoads } from './template/template.web.ts';

export const communicationWeb = loadScreens(communicationScreens, {
  ...announcementLoads,
  ...templateLoads,
  ...eventLoads,
  ...galleryLoads,
  '/communications/instagram-post': () => import('./instagram/instagram.tsx').then((m) => m.InstagramPosts),
  ...campaignLoads,
});
