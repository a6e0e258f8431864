/** Labels of the codes that records, lists and screens of services share. */
export const serviceTypes = { TRANSPORT: 'Transport' } as const;
export const capacityModes = {
  NONE: 'No limit',
  SEATS: 'Seats of the offering',
  ROUTE_SEATS: 'Seats of the bus',
} as const;
export const openTo = { STUDENTS: 'Enrolled children', ANYONE: 'Anyone' } as const;
export const directions = { PICKUP: 'Pick-up', DROPOFF: 'Drop-off', BOTH: 'Both ways' } as const;
export const slabs = { A: 'A', B: 'B', C: 'C', D: 'D', E: 'E' } as const;
