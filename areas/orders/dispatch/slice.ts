import type { Screen } from '@aangan/contract/screens.ts';
import { ordersModules as m } from '../modules.ts';
import { challans, dispatchGate, kitInvoices, packings, parcels, sentParcels } from './dispatch.listing.ts';
import { challanContract, shipmentContract } from './shipment.contract.ts';

export const dispatchScreens = {
  '/delivery/challan': { title: 'Delivery and challans', module: dispatchGate },
  '/order-history/kit/Invoice': { title: 'Order invoices', module: m.orderHistory },
} as const satisfies Readonly<Record<string, Omit<Screen, 'path'>>>;

/** Kits leave the warehouse: packed, on a challan, out of the gate, invoiced. */
export const dispatchSlice = {
  contracts: [
    packings.endpoints,
    parcels.endpoints,
    challans.endpoints,
    sentParcels.endpoints,
    kitInvoices.endpoints,
    shipmentContract,
    challanContract,
  ],
} as const;
