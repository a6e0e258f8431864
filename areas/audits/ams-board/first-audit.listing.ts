import { choice, date, integer, integerReference, text } from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import * as z from 'zod';
import { auditsModules as m } from '../modules.ts';

export const firstAuditLabels = { UPCOMING: 'Not yet due', DUE: 'Due', OVERDUE: 'Overdue' } as const;

/** /amsv1/centerFirstAudit: centres without a published audit of an academic manager, and the days it is due in. */
export const firstAudits = listing({
  name: 'first-audit',
  title: 'First audits',
  module: [m.AMSAllocation, m.AMSDashboard],
  scope: 'centre',
  row: {
    centre: text({ label: 'Centre', max: 140, search: true }),
    city: text({ label: 'City', max: 60, optional: true, search: true }),
    zone: text({ label: 'Zone', max: 60, optional: true }),
    openedOn: date({ label: 'Opens or opened' }),
    dueFrom: date({ label: 'Due from' }),
    dueTo: date({ label: 'Due to' }),
    daysLeft: integer({ label: 'Days left' }),
    manager: text({ label: 'Academic manager', max: 120, optional: true }),
    visitOn: date({ label: 'Visit', optional: true }),
    status: choice({ label: 'State', options: firstAuditLabels }),
  },
  hidden: { zoneId: z.int().nullable(), amUserId: z.string().nullable() },
  shown: ['centre', 'zone', 'openedOn', 'dueFrom', 'dueTo', 'daysLeft', 'manager', 'visitOn', 'status'],
  filters: { zoneId: integerReference('zone', { label: 'Zone' }) },
  sorts: ['dueTo', 'centre'],
  // The overdue ones first.
  sort: 'dueTo',
  state: 'status',
  tiles: { OVERDUE: 'Overdue', DUE: 'Due', UPCOMING: 'Not yet due' },
  can: [],
});
