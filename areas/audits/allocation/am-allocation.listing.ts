import { choice, date, integer, integerReference, text } from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import * as z from 'zod';
import { auditsModules as m } from '../modules.ts';
import { allocationStates } from './allocation-words.ts';

/** /ams/am-allocation: academic managers with zone, base city and load. */
export const amAllocations = listing({
  name: 'am-allocation',
  title: 'Academic managers',
  module: m.AMSAllocation,
  scope: 'network',
  row: {
    person: text({ label: 'Academic manager', max: 120, search: true }),
    zone: text({ label: 'Zone', max: 60, search: true }),
    city: text({ label: 'Base city', max: 60, search: true }),
    centres: integer({ label: 'Centres', min: 0 }),
    visitsPerDay: integer({ label: 'Visits a day', min: 1, max: 3 }),
    fromOn: date({ label: 'From' }),
    lastDay: date({ label: 'Last day', optional: true }),
    status: choice({ label: 'Status', options: allocationStates }),
  },
  hidden: { zoneId: z.int(), userId: z.string(), baseCityId: z.int(), weeklyOff: z.int() },
  shown: ['person', 'zone', 'city', 'centres', 'visitsPerDay', 'fromOn', 'lastDay', 'status'],
  filters: { zoneId: integerReference('zone', { label: 'Zone' }) },
  sorts: ['person', 'zone', 'fromOn'],
  sort: 'person',
  state: 'status',
  can: ['change', 'end', 'handOver'],
});
