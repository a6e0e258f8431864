import { openModules } from '@aangan/contract/endpoint.ts';

export const amsCalendarScreens = {
  '/ams/amsCalender': { title: 'AMS calendar', module: openModules.anyone },
} as const;
