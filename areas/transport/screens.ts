import { screens } from '@aangan/contract/screens.ts';

export const transportScreens = screens('transport', 'Transport', {});
