import { screens } from '@aangan/contract/screens.ts';
import { stockScreens } from './stock/slice.ts';

export const ordersScreens = screens('orders', 'Orders', { ...stockScreens });
