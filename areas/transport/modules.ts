import { modules } from '@aangan/contract/area.ts';

/** Vehicles and plans; actual runs; seats; escorts and their cards; own trips; the family's view (areas/transport.md 1). */
export const transportModules = modules({
  VehicleDetails: { title: 'Vehicle details' },
  VehicleActualRoute: { title: 'Vehicle actual route' },
  AssignStudentsToVehicleRoute: { title: 'Assign students to vehicle route' },
  ESCORT_DIGITAL_ID: { title: 'Digital escort ID' },
  transportTrip: { title: 'Transport trip' },
  studentTransport: { title: 'Student transport', student: true },
});
