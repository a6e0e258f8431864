import { recordLoads } from '@aangan/web/record/record-loads.tsx';
import { vehicleDestination } from './vehicle-destination.record.ts';

export const destinationLoads = {
  '/transport/stundent-destination-assignment': () =>
    import('./student-destinations.tsx').then((s) => s.StudentDestinations),
} as const;
export const destinationRecordLoads = recordLoads(vehicleDestination, {
  list: () => import('./vehicle-destinations.tsx').then((s) => s.VehicleDestinations),
});
