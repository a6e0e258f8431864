import { loadScreens } from '@aangan/web/screens.ts';
import { announcementLoads } from './announcement/announcement.web.ts';
import { campaignLoads } from './campaign/campaign.web.ts';
import { communicationScreens } from './screens.ts';
import { templateLoads } from './template/template.web.ts';

export const communicationWeb = loadScreens(communicationScreens, {
  ...announcementLoads,
  ...templateLoads,
  ...campaignLoads,
});
