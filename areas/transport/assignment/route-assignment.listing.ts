import { choice, date, reference, text } from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import * as z from 'zod';
import { transportModules as m } from '../modules.ts';
import { assignmentLabels, directionLabels } from './route-assignment.states.ts';

const direction = choice({ label: 'Direction', options: directionLabels });

/** /transport/assigned-bus-route-student: who rides on which route, from where, on which days. */
export const routeAssignments = listing({
  name: 'route-assignment',
  title: 'Students on routes',
  module: m.AssignStudentsToVehicleRoute,
  scope: 'centre',
  needsYear: true,
  personal: { subject: 'route-assignment', purpose: 'transport' },
  row: {
    child: text({ label: 'Child', max: 100, search: true }),
    admissionNo: text({ label: 'Admission no.', max: 40, search: true }),
    className: text({ label: 'Class', max: 60, optional: true }),
    route: text({ label: 'Route', max: 12, search: true }),
    stop: text({ label: 'Stop', max: 80 }),
    direction,
    days: text({ label: 'Days', max: 40 }),
    fromOn: date({ label: 'From' }),
    toOn: date({ label: 'To' }),
    seats: text({ label: 'Seats taken', max: 20 }),
    service: text({ label: 'Service', max: 80, optional: true }),
    holdUntil: date({ label: 'Held until', optional: true }),
    state: choice({ label: 'Seat', options: assignmentLabels }),
  },
  hidden: {
    routeId: z.string(),
    stopId: z.string(),
    studentId: z.string(),
    daysMask: z.int(),
    /** Somebody has ended it; its last day may be to come. */
    ends: z.boolean(),
  },
  shown: [
    'child',
    'className',
    'route',
    'stop',
    'direction',
    'days',
    'fromOn',
    'toOn',
    'seats',
    'service',
    'state',
  ],
  filters: { routeId: reference('bus-route', { label: 'Route' }), direction },
  sorts: ['child', 'route', 'fromOn', 'toOn'],
  sort: 'child',
  state: 'state',
  tiles: { HELD: 'Seat held', ACTIVE: 'Rides', ENDED: 'Ended' },
  can: ['edit', 'end'],
});
