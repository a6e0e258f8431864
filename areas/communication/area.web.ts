import { loadScreens } from '@aangan/web/screens.ts';
import { announcementLoads } from './announcement/announcement.web.ts';
import { communicationScreens } from './screens.ts';

export const communicationWeb = loadScreens(communicationScreens, {
  ...announcementLoads,
});
