import { screens } from '@aangan/contract/screens.ts';
import { announcementScreens } from './announcement/announcement-screens.ts';
import { campaignScreens } from './campaign/campaign-paths.ts';
import { templateScreens } from './template/template-screens.ts';

export const communicationScreens = screens('communication', 'Communication', {
  ...announcementScreens,
  ...templateScreens,
  ...campaignScreens,
});
