import { screens } from '@aangan/contract/screens.ts';

export const ordersScreens = screens('orders', 'Orders', {});
