import { transportModules as m } from '../modules.ts';

const seats = { module: m.AssignStudentsToVehicleRoute } as const;

/** Seats of children on bus routes. */
export const assignmentScreenList = {
  '/transport/assigned-bus-route-student': { ...seats, title: 'Students on routes' },
  '/transport/assign-bus-route-to-student': { ...seats, title: 'Assign bus route', write: true },
  '/transport/edit-assign-bus-route-to-student/{assinedID}': {
    ...seats,
    title: 'Bus route of a student',
    write: true,
  },
} as const;
