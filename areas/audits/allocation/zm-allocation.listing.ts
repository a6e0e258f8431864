import { choice, date, integer, integerReference, text } from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import * as z from 'zod';
import { auditsModules as m } from '../modules.ts';
import { allocationStates } from './allocation-words.ts';

/** /ams/zm-allocation: who is zone manager of which zone, with those who were and will be. */
export const zmAllocations = listing({
  name: 'zm-allocation',
  title: 'Zone managers',
  module: m.AMSAllocation,
  scope: 'network',
  row: {
    zone: text({ label: 'Zone', max: 60, search: true }),
    person: text({ label: 'Zone manager', max: 120, search: true }),
    fromOn: date({ label: 'From' }),
    lastDay: date({ label: 'Last day', optional: true }),
    centres: integer({ label: 'Centres', min: 0 }),
    note: text({ label: 'Note', max: 200, optional: true }),
    status: choice({ label: 'Status', options: allocationStates }),
  },
  hidden: { zoneId: z.int(), userId: z.string() },
  shown: ['zone', 'person', 'fromOn', 'lastDay', 'centres', 'status'],
  filters: { zoneId: integerReference('zone', { label: 'Zone' }) },
  sorts: ['zone', 'person', 'fromOn'],
  sort: 'zone',
  state: 'status',
  can: ['change', 'end', 'handOver'],
});
