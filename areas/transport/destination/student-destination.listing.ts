import { choice, date, integerReference, reference, text, yesNo } from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import * as z from 'zod';
import { transportModules as m } from '../modules.ts';
import { runDirections } from '../trip/trip.states.ts';
import { placeKinds } from './destination.record.ts';
import { busThere, destinationStates } from './student-destination.states.ts';

const direction = choice({ label: 'Direction', options: runDirections });
const bus = choice({ label: 'Bus', options: busThere });
const oneDay = choice({ label: 'One day only', options: yesNo });
const nobody = choice({ label: 'Nobody may receive', options: yesNo });

/** /transport/stundent-destination-assignment: where each child is brought instead of the stop, and who may receive it there. */
export const studentDestinations = listing({
  name: 'student-destination',
  title: 'Student destinations',
  module: m.ESCORT_DIGITAL_ID,
  scope: 'centre',
  personal: { subject: 'student-destination', purpose: 'transport' },
  row: {
    child: text({ label: 'Child', max: 100, search: true }),
    admissionNo: text({ label: 'Admission no.', max: 40, search: true }),
    className: text({ label: 'Class', max: 60, optional: true }),
    destination: text({ label: 'Destination', max: 80, search: true }),
    kind: choice({ label: 'Kind', options: placeKinds }),
    direction,
    days: text({ label: 'Days', max: 40 }),
    fromOn: date({ label: 'From' }),
    toOn: date({ label: 'To', optional: true }),
    receivers: text({ label: 'Received by', max: 700, optional: true }),
    bus,
    oneDay,
    state: choice({ label: 'State', options: destinationStates }),
  },
  hidden: {
    studentId: z.string(),
    destinationId: z.string(),
    classId: z.int().nullable(),
    daysMask: z.int(),
    receiverIds: z.array(z.string()),
    nobody: z.enum(['YES', 'NO']),
    address: z.string().nullable(),
  },
  shown: [
    'child',
    'className',
    'destination',
    'direction',
    'days',
    'fromOn',
    'toOn',
    'receivers',
    'bus',
    'state',
  ],
  filters: {
    destinationId: reference('destination', { label: 'Destination' }),
    classId: integerReference('class', { label: 'Class' }),
    direction,
    nobody,
    bus,
    oneDay,
  },
  sorts: ['child', 'destination', 'fromOn', 'toOn'],
  sort: 'child',
  state: 'state',
  tiles: { ACTIVE: 'Now', PLANNED: 'Planned', ENDED: 'Ended' },
  can: ['change', 'end'],
});
