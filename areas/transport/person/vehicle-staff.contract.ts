import { command, nothing, query } from '@aangan/contract/endpoint.ts';
import { choice, date, reference, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { transportModules as m } from '../modules.ts';
import { postingRoles } from './escort.states.ts';
import { vehicleStaff } from './vehicle-staff.listing.ts';

const read = { module: m.VehicleDetails, scope: 'centre' } as const;
const write = { ...read, write: true } as const;
const id = { id: uuidSchema };
const days = { fromOn: date({ label: 'From' }), toOn: date({ label: 'To', optional: true }) };

export const vehicleStaffContract = {
  get: query({
    ...read,
    name: 'vehicle-staff.get',
    summary: 'One posting of a person to a vehicle.',
    input: z.strictObject(id),
    output: vehicleStaff.rowSchema,
  }),
  add: command({
    ...write,
    needsCentre: true,
    name: 'vehicle-staff.add',
    summary: 'Post a person to a vehicle.',
    fields: {
      personId: reference('escort-person', { label: 'Person' }),
      vehicleId: reference('vehicle', { label: 'Vehicle' }),
      role: choice({ label: 'Works as', options: postingRoles }),
      ...days,
    },
    output: z.object(id),
  }),
  change: command({
    ...write,
    versioned: true,
    name: 'vehicle-staff.change',
    summary: 'Change the days of a posting, or end it.',
    input: id,
    fields: days,
    output: nothing,
  }),
};
