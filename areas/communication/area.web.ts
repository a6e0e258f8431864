import { loadScreens } from '@aangan/web/screens.ts';
import { eventLoads } from './event/event-loads.web.ts';
import { galleryLoads } from './gallery/gallery-loads.web.ts';
import { communicationScreens } from './screens.ts';

export const communicationWeb = loadScreens(communicationScreens, {
  ...eventLoads,
  ...galleryLoads,
  '/communications/instagram-post': () => import('./instagram/instagram.tsx').then((m) => m.InstagramPosts),
});
