import { screens } from '@aangan/contract/screens.ts';

export const communicationScreens = screens('communication', 'Communication', {});
