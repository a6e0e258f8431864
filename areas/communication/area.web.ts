import { loadScreens } from '@aangan/web/screens.ts';
import { eventLoads } from './event/event-loads.web.ts';
import { communicationScreens } from './screens.ts';

export const communicationWeb = loadScreens(communicationScreens, {
  ...eventLoads,
});
