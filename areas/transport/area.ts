import { area } from '@aangan/contract/area.ts';
import { assignmentContracts } from './assignment/assignment-area.ts';
import { destinationContracts, destinationRecords } from './destination/destination-area.ts';
import { familyContracts, familyMessages } from './family/family-area.ts';
import { transportModules } from './modules.ts';
import { fuelContract } from './paper/fuel.contract.ts';
import { paperRecords } from './paper/paper-records.ts';
import { personContracts, personRecords } from './person/person-area.ts';
import { routeContracts, routeRecords } from './route/route-area.ts';
import { transportScreens } from './screens.ts';
import { tripContracts } from './trip/trip-area.ts';
import { vehicleContracts, vehicleRecords } from './vehicle/vehicle-area.ts';

export const transport = area({
  ...transportScreens,
  modules: transportModules.$info,
  records: [
    ...vehicleRecords,
    ...routeRecords,
    ...personRecords,
    ...destinationRecords,
    ...Object.values(paperRecords),
  ],
  contracts: [
    ...vehicleContracts,
    fuelContract,
    ...routeContracts,
    ...personContracts,
    ...assignmentContracts,
    ...tripContracts,
    ...destinationContracts,
    ...familyContracts,
  ],
  messages: familyMessages,
});
