import { busRouteContract } from './bus-route.contract.ts';
import { busRoute } from './bus-route.record.ts';

export const routeRecords = [busRoute] as const;
export const routeContracts = [busRouteContract] as const;
