import { choice, date, dateTime, integer, reference, text, yesNo } from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import * as z from 'zod';
import { transportModules as m } from '../modules.ts';
import { childLabels, runDirections } from './trip.states.ts';

const direction = choice({ label: 'Direction', options: runDirections });
const denied = choice({ label: 'Somebody was refused', options: yesNo });
const returned = choice({ label: 'Returned', options: yesNo });

/** /transport/stundent-Destination-Log-Details: where each child got in and off, and who received it. */
export const destinationLogs = listing({
  name: 'destination-log',
  title: 'Destination log',
  module: m.ESCORT_DIGITAL_ID,
  scope: 'centre',
  personal: { subject: 'destination-log', purpose: 'transport' },
  row: {
    child: text({ label: 'Child', max: 100, search: true }),
    admissionNo: text({ label: 'Admission no.', max: 40, search: true }),
    onDay: date({ label: 'Date' }),
    route: text({ label: 'Route', max: 12, search: true }),
    direction,
    boardedAt: dateTime({ label: 'Got in', optional: true }),
    offAt: dateTime({ label: 'Got off', optional: true }),
    place: text({ label: 'Place', max: 80 }),
    receivedBy: text({ label: 'Received by', max: 100, optional: true }),
    state: choice({ label: 'Result', options: childLabels }),
    deniedTries: integer({ label: 'Refused' }),
    returned,
  },
  hidden: {
    tripId: z.string(),
    routeId: z.string(),
    denied: z.enum(['YES', 'NO']),
    relation: z.string().nullable(),
  },
  shown: [
    'child',
    'onDay',
    'route',
    'direction',
    'boardedAt',
    'offAt',
    'place',
    'receivedBy',
    'state',
    'deniedTries',
    'returned',
  ],
  filters: {
    denied,
    returned,
    direction,
    onDay: date({ label: 'Date', filter: 'range' }),
    routeId: reference('bus-route', { label: 'Route' }),
  },
  sorts: ['onDay', 'child', 'boardedAt', 'offAt'],
  sort: '-onDay',
  state: 'state',
  can: [],
  tiles: { HANDED_OVER: 'Handed over', ALIGHTED: 'At the centre', NO_SHOW: 'Did not come' },
});
