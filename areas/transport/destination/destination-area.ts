import { destination } from './destination.record.ts';
import { studentDestinationContract } from './student-destination.contract.ts';
import { studentDestinations } from './student-destination.listing.ts';
import { vehicleDestination } from './vehicle-destination.record.ts';

export const destinationRecords = [destination, vehicleDestination] as const;
export const destinationContracts = [studentDestinations.endpoints, studentDestinationContract] as const;
