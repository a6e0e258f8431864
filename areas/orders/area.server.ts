import { serve } from '@aangan/server/endpoint/handle.ts';
import { orders } from './area.ts';
import { bomServer } from './bom/slice.server.ts';
import { catalogueServer } from './catalogue/slice.server.ts';
import { stockServer } from './stock/slice.server.ts';
import { wowServer } from './wow/slice.server.ts';

export const ordersServer = serve(orders, [...catalogueServer, ...stockServer, ...bomServer, ...wowServer]);
