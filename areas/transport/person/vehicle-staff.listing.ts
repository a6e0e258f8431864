import { choice, date, phone, reference, text } from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import * as z from 'zod';
import { transportModules as m } from '../modules.ts';
import { postingRoles } from './escort.states.ts';

export const postingStates = { RUNNING: 'Posted', COMING: 'Planned', ENDED: 'Ended' } as const;

/** Who drives and rides along on which vehicle, from when to when. */
export const vehicleStaff = listing({
  name: 'vehicle-staff',
  title: 'Vehicle staff',
  module: m.VehicleDetails,
  scope: 'centre',
  row: {
    person: text({ label: 'Person', max: 80, search: true }),
    role: choice({ label: 'Works as', options: postingRoles }),
    vehicle: text({ label: 'Vehicle', max: 20, search: true }),
    phone: phone({ label: 'Phone' }),
    vendor: text({ label: 'Vendor', max: 120 }),
    fromOn: date({ label: 'From' }),
    toOn: date({ label: 'To', optional: true }),
    state: choice({ label: 'Posting', options: postingStates }),
  },
  hidden: {
    vehicleId: z.string(),
    personId: z.string(),
    readiness: z.string(),
    reasons: z.array(z.string()),
  },
  shown: ['person', 'role', 'vehicle', 'vendor', 'fromOn', 'toOn', 'state'],
  filters: {
    role: choice({ label: 'Works as', options: postingRoles }),
    vehicleId: reference('vehicle', { label: 'Vehicle' }),
  },
  sorts: ['person', 'fromOn'],
  sort: '-fromOn',
  state: 'state',
  tiles: { RUNNING: 'Posted', COMING: 'Planned', ENDED: 'Ended' },
  can: ['edit'],
});
