import { recordLoads } from '@aangan/web/record/record-loads.tsx';
import { loadScreens } from '@aangan/web/screens.ts';
import { assignmentLoads } from './assignment/assignment.web.ts';
import { destinationLoads, destinationRecordLoads } from './destination/destination.web.ts';
import { paperLoads } from './paper/paper.web.tsx';
import { personLoads } from './person/person.web.ts';
import { routeLoads, routeRecordLoads } from './route/route.web.ts';
import { transportScreens } from './screens.ts';
import { tripLoads } from './trip/trip.web.ts';
import { vehicle } from './vehicle/vehicle.record.ts';
import { vehicleSetting } from './vehicle/vehicle-setting.record.ts';

const vehicleLoads = recordLoads(vehicle, {
  list: () => import('./vehicle/vehicles.tsx').then((s) => s.Vehicles),
});

export const transportWeb = loadScreens(
  transportScreens,
  { ...routeLoads, ...personLoads, ...assignmentLoads, ...tripLoads, ...destinationLoads },
  [
    {
      ...vehicleLoads,
      '/transport/vehicle-details/add': () => import('./vehicle/vehicle-form.tsx').then((s) => s.AddVehicle),
      '/transport/vehicle-details/edit/{vehicleID}': () =>
        import('./vehicle/vehicle-page.tsx').then((s) => s.VehiclePage),
    },
    recordLoads(vehicleSetting, {
      list: () => import('./vehicle/vehicle-settings.tsx').then((s) => s.VehicleSettings),
      form: () => import('./vehicle/vehicle-setting-form.tsx').then((s) => s.VehicleSettingForm),
    }),
    routeRecordLoads,
    destinationRecordLoads,
    ...paperLoads,
  ],
);
