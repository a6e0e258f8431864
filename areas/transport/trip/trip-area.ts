import { actualRouteContract } from './actual-route.contract.ts';
import { alarmContract } from './alarm.contract.ts';
import { destinationLogs } from './destination-log.listing.ts';
import { dueTripsContract } from './due-trips.contract.ts';
import { trackContract } from './track.contract.ts';
import { tripContract } from './trip.contract.ts';

export const tripContracts = [
  tripContract,
  dueTripsContract,
  trackContract,
  alarmContract,
  destinationLogs.endpoints,
  actualRouteContract,
] as const;
