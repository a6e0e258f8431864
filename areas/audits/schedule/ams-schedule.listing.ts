import { choice, date, integer, text } from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import * as z from 'zod';
import { auditsModules as m } from '../modules.ts';
import { scheduleLabels } from './visit.states.ts';

/** /amsv1/viewApprovedSchedule: the months of academic managers. */
export const amsSchedules = listing({
  name: 'ams-schedule',
  title: 'Schedules',
  module: [m.AMSDashboard, m.AMSScheduleApproval],
  scope: 'network',
  row: {
    person: text({ label: 'Academic manager', max: 120, search: true }),
    zone: text({ label: 'Zone', max: 60, search: true }),
    month: date({ label: 'Month' }),
    visits: integer({ label: 'Visits', min: 0 }),
    exceptions: integer({ label: 'Early or extra', min: 0 }),
    decidedBy: text({ label: 'Decided by', max: 120, optional: true }),
    status: choice({ label: 'State', options: scheduleLabels }),
  },
  hidden: { userId: z.string(), zoneId: z.int(), note: z.string().nullable() },
  shown: ['person', 'zone', 'month', 'visits', 'exceptions', 'decidedBy', 'status'],
  filters: {},
  sorts: ['month', 'person'],
  sort: '-month',
  state: 'status',
  tiles: { SUBMITTED: 'To approve', RETURNED: 'Returned', APPROVED: 'Approved' },
  can: ['approve', 'return'],
});
