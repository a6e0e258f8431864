import { boolean, choice, date, integer, reference, text } from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import * as z from 'zod';
import { capacityModes } from '../catalogue/service-words.ts';
import { servicesModules as m } from '../modules.ts';

export const offeringLabels = { OPEN: 'Open', CLOSED: 'Closed' } as const;

/** A service in one centre and year. */
export const serviceOfferings = listing({
  name: 'service-offering',
  title: 'Offerings',
  module: [m.services, m.ServiceType],
  scope: 'centre',
  needsYear: true,
  row: {
    service: text({ label: 'Service', max: 80, search: true }),
    category: text({ label: 'Category', max: 60, search: true }),
    centre: text({ label: 'Centre', max: 120, search: true }),
    capacityMode: choice({ label: 'Places', options: capacityModes }),
    seats: integer({ label: 'Seats', optional: true }),
    used: integer({ label: 'Taken today' }),
    waiting: integer({ label: 'Waiting' }),
    slabs: integer({ label: 'Slabs' }),
    startsOn: date({ label: 'From' }),
    endsOn: date({ label: 'To' }),
    waitlist: boolean({ label: 'Wait list' }),
    status: choice({ label: 'Status', options: offeringLabels }),
  },
  hidden: {
    serviceId: z.string(),
    serviceType: z.string().nullable(),
    academicYearId: z.int(),
    active: z.boolean(),
  },
  shown: ['service', 'category', 'capacityMode', 'seats', 'used', 'waiting', 'startsOn', 'endsOn', 'status'],
  filters: { serviceId: reference('service', { label: 'Service' }) },
  sorts: ['service', 'category', 'startsOn', 'endsOn'],
  sort: 'service',
  state: 'status',
  can: ['change'],
});
