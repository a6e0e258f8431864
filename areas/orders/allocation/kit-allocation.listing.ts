import { choice, integer, integerReference, longText, text } from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import * as z from 'zod';
import { ordersModules as m } from '../modules.ts';
import { allocationLabels, allocationSources } from './kit-allocation.states.ts';

/** Rights to kits of all types; a screen shows those of one. */
export const kitAllocations = listing({
  name: 'kit-allocation',
  title: 'Kit allocations',
  module: m.kitAllocation,
  scope: 'centre',
  needsYear: true,
  personal: { subject: 'STUDENT', purpose: 'kit allocation' },
  row: {
    whom: text({ label: 'For', max: 120, search: true }),
    admissionNo: text({ label: 'Admission no.', max: 40, optional: true, search: true }),
    of: text({ label: 'Class or model', max: 80 }),
    centre: text({ label: 'Centre', max: 120 }),
    qty: integer({ label: 'Kits' }),
    mapping: text({ label: 'Mapping', max: 40, optional: true }),
    source: choice({ label: 'Source', options: allocationSources }),
    reason: longText({ label: 'Reason', max: 600, optional: true }),
    status: choice({ label: 'State', options: allocationLabels }),
  },
  hidden: {
    kitType: z.string(),
    classId: z.int().nullable(),
    enrolmentId: z.string().nullable(),
    live: z.int(),
    /** What `mapping` and `reason` are told from. */
    verdict: z.object({
      mapping: z.string().nullable(),
      reasons: z.array(z.string()),
      orderFrom: z.string().nullable(),
      orderTo: z.string().nullable(),
      short: z.int().nullable(),
      left: z.boolean(),
    }),
    revokedReason: z.string().nullable(),
  },
  shown: ['whom', 'admissionNo', 'of', 'centre', 'mapping', 'reason', 'status'],
  filters: {
    kitType: text({ label: 'Kit type', max: 30 }),
    classId: integerReference('class', { label: 'Class' }),
    source: choice({ label: 'Source', options: allocationSources }),
  },
  sorts: ['whom', 'of', 'centre'],
  sort: 'whom',
  state: 'status',
  can: ['revoke', 'again'],
});
