import { screens } from '@aangan/contract/screens.ts';
import { bomScreens } from './bom/slice.ts';
import { stockScreens } from './stock/slice.ts';
import { wowScreens } from './wow/slice.ts';

export const ordersScreens = screens('orders', 'Orders', { ...stockScreens, ...bomScreens, ...wowScreens });
