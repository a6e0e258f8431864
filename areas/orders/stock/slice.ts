import type { Screen } from '@aangan/contract/screens.ts';
import { ordersModules as m } from '../modules.ts';
import { inboundImport } from './inbound-import.contract.ts';
import { stockContract, stockInboundContract } from './stock.contract.ts';
import { stockInbounds, stockMovements, stocks } from './stock.listing.ts';

export const stockScreens = {
  '/check/stock': { title: 'Stock check', module: m.stockCheck },
} as const satisfies Readonly<Record<string, Omit<Screen, 'path'>>>;

export const stockSlice = {
  contracts: [
    stocks.endpoints,
    stockMovements.endpoints,
    stockInbounds.endpoints,
    stockContract,
    stockInboundContract,
    inboundImport.endpoints,
  ],
} as const;
