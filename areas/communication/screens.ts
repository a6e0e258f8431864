import { screens } from '@aangan/contract/screens.ts';
import { eventScreens } from './event/event-screens.ts';
import { galleryScreens } from './gallery/gallery-screens.ts';

export const communicationScreens = screens('communication', 'Communication', {
  ...eventScreens,
  ...galleryScreens,
});
