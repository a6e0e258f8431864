import { serve } from '@aangan/server/endpoint/handle.ts';
import { orders } from './area.ts';
import { catalogueServer } from './catalogue/slice.server.ts';
import { mappingServer } from './mapping/slice.server.ts';
import { registerOrdersHistories } from './orders-histories.server.ts';

registerOrdersHistories();

export const ordersServer = serve(orders, [...catalogueServer, ...mappingServer]);
