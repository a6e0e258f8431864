import { choice, date, dateTime, text } from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import * as z from 'zod';
import { sopModules as m } from '../modules.ts';

const states = { CURRENT: 'Acknowledged', STALE: 'Changed, to read again', OUTSTANDING: 'To read' } as const;

/** Who must acknowledge what, and whether it is done: one row a person and section. Everybody sees the own ones. */
export const sopCompliance = listing({
  name: 'sop-compliance',
  title: 'Acknowledgements',
  module: m.sop,
  scope: 'centre',
  row: {
    person: text({ label: 'Person', max: 120, search: true }),
    title: text({ label: 'Section', max: 150, search: true }),
    code: text({ label: 'Code', max: 20, search: true }),
    centre: text({ label: 'Centre', max: 120 }),
    live: text({ label: 'Version', max: 20 }),
    acknowledgedAt: dateTime({ label: 'Acknowledged', optional: true }),
    dueOn: date({ label: 'Due', optional: true }),
    late: choice({ label: 'Late', options: { YES: 'Overdue', NO: 'In time' } }),
    status: choice({ label: 'Status', options: states }),
  },
  hidden: { sectionId: z.string(), folderId: z.string(), personId: z.string(), mine: z.enum(['YES', 'NO']) },
  shown: ['person', 'title', 'code', 'live', 'acknowledgedAt', 'dueOn', 'late', 'status'],
  filters: {
    sectionId: text({ label: 'Section', max: 60 }),
    late: choice({ label: 'Late', options: { YES: 'Overdue', NO: 'In time' } }),
    mine: choice({ label: 'Whose', options: { YES: 'My own', NO: 'Of others' } }),
  },
  sorts: ['person', 'title', 'dueOn'],
  sort: 'dueOn',
  state: 'status',
  tiles: { OUTSTANDING: 'To read', STALE: 'To read again', CURRENT: 'Acknowledged' },
  can: [],
});
