import { recordScreens, screens } from '@aangan/contract/screens.ts';
import { assignmentScreenList } from './assignment/assignment-screens.ts';
import { destinationScreenList } from './destination/destination-screens.ts';
import { vehicleDestination } from './destination/vehicle-destination.record.ts';
import { paperRecords } from './paper/paper-records.ts';
import { personScreenList } from './person/person-screens.ts';
import { busRoute } from './route/bus-route.record.ts';
import { routeScreenList } from './route/route-screens.ts';
import { tripScreenList } from './trip/trip-screens.ts';
import { vehicle } from './vehicle/vehicle.record.ts';
import { vehicleSetting } from './vehicle/vehicle-setting.record.ts';

export const transportScreens = screens(
  'transport',
  'Transport',
  {
    ...routeScreenList,
    ...personScreenList,
    ...assignmentScreenList,
    ...tripScreenList,
    ...destinationScreenList,
  },
  [
    ...recordScreens(vehicle, { centre: true }),
    ...recordScreens(vehicleSetting, { centre: true }),
    ...recordScreens(busRoute, { centre: true }),
    ...recordScreens(vehicleDestination, { centre: true }),
    ...Object.values(paperRecords).flatMap((one) => recordScreens(one, { centre: true })),
  ],
);
