import { screens } from '@aangan/contract/screens.ts';
import { eventScreens } from './event/event-screens.ts';

export const communicationScreens = screens('communication', 'Communication', {
  ...eventScreens,
});
