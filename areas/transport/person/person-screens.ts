import { transportModules as m } from '../modules.ts';

const escort = { module: m.ESCORT_DIGITAL_ID, centre: true } as const;
const staff = { module: m.VehicleDetails, centre: true } as const;

/** Vendors with their people and papers, and who is posted to which vehicle. */
export const personScreenList = {
  '/transport/vehicle-staff-details': { ...staff, title: 'Vehicle staff' },
  '/transport/vehicle-staff-details/add': { ...staff, title: 'Post a person', write: true },
  '/transport/vehicle-staff-details/edit/{vehicleStaffID}': { ...staff, title: 'Posting', write: true },
  '/transport/vendors': { ...escort, title: 'Vendors' },
  '/transport/vendors/create': { ...escort, title: 'Add vendor', write: true },
  '/transport/vendors/{vendorID}/documents': { ...escort, title: 'Documents', write: true },
  '/transport/vendors/{vendorID}/edit': { ...escort, title: 'Edit vendor', write: true },
  '/transport/vendors/{vendorID}/view': { ...escort, title: 'Vendor' },
  '/transport/vendors/{logID}/logs': { ...escort, title: 'Log' },
} as const;
