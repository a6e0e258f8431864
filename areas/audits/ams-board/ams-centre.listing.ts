import { choice, date, integer, integerReference, percent, text, yesNo } from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import * as z from 'zod';
import { centreCategories } from '../ams-setup/ams-words.ts';
import { auditsModules as m } from '../modules.ts';

const allocated = choice({ label: 'Has an academic manager', options: yesNo });
const hasMissed = choice({ label: 'Visits missed', options: yesNo });
const hasLate = choice({ label: 'Critical findings overdue', options: yesNo });

/** /amsv1/myCenters: centres with their manager, last score, findings and what the cycle asks of them. */
export const amsCentres = listing({
  name: 'ams-centre',
  title: 'Centres',
  module: [m.AMSSchedule, m.AMSDashboard],
  scope: 'centre',
  row: {
    centre: text({ label: 'Centre', max: 140, search: true }),
    city: text({ label: 'City', max: 60, optional: true, search: true }),
    zone: text({ label: 'Zone', max: 60, optional: true }),
    manager: text({ label: 'Academic manager', max: 120, optional: true, search: true }),
    lastScore: percent({ label: 'Last score', optional: true }),
    lastOn: date({ label: 'Last audit', optional: true }),
    openFindings: integer({ label: 'Open findings', min: 0 }),
    lateCritical: integer({ label: 'Critical overdue', min: 0 }),
    nextOn: date({ label: 'Next visit', optional: true }),
    need: integer({ label: 'Visits needed', min: 0 }),
    done: integer({ label: 'Done', min: 0 }),
    counted: integer({ label: 'Done of the need', min: 0 }),
    planned: integer({ label: 'Planned', min: 0 }),
    missed: integer({ label: 'Missed', min: 0 }),
    category: choice({ label: 'Category', options: centreCategories }),
  },
  hidden: {
    zoneId: z.int().nullable(),
    amId: z.string().nullable(),
    allocated: z.enum(['YES', 'NO']),
    /** 1 where somebody visits it: for sums. */
    managed: z.int(),
    hasMissed: z.enum(['YES', 'NO']),
    hasLate: z.enum(['YES', 'NO']),
    lastAuditId: z.string().nullable(),
  },
  shown: ['centre', 'manager', 'category', 'lastScore', 'openFindings', 'nextOn', 'need', 'done', 'missed'],
  filters: {
    zoneId: integerReference('zone', { label: 'Zone' }),
    allocated,
    hasMissed,
    hasLate,
    // For links: the centres of one academic manager.
    amId: text({ label: 'Academic manager', max: 36 }),
  },
  sorts: ['centre', 'lastScore', 'openFindings', 'nextOn'],
  sort: 'centre',
  state: 'category',
  can: [],
});
