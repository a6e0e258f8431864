import { choice, date, integer, integerReference, text } from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import * as z from 'zod';
import { auditsModules as m } from '../modules.ts';
import { slots, visitKinds, visitLabels } from './visit.states.ts';

/** /amsv1/viewSchedule, /ams/ams-visit-schedule: all visits in reach. */
export const amsVisits = listing({
  name: 'ams-visit',
  title: 'Visits',
  module: [m.AMSDashboard, m.AMSScheduleApproval],
  scope: 'centre',
  row: {
    centre: text({ label: 'Centre', max: 140, search: true }),
    plannedOn: date({ label: 'Day' }),
    slot: choice({ label: 'Time', options: slots }),
    person: text({ label: 'Academic manager', max: 120, search: true }),
    zone: text({ label: 'Zone', max: 60 }),
    auditType: text({ label: 'Audit', max: 80 }),
    kind: choice({ label: 'Kind', options: visitKinds }),
    moves: integer({ label: 'Moves', min: 0 }),
    audit: text({ label: 'Audit number', max: 30, optional: true, search: true }),
    reason: text({ label: 'Reason', max: 300, optional: true }),
    status: choice({ label: 'State', options: visitLabels }),
  },
  hidden: {
    userId: z.string(),
    zoneId: z.int(),
    auditId: z.string().nullable(),
    moveTo: z.string().nullable(),
    moveSlot: z.string().nullable(),
    /** It was missed, and stands in another row again. */
    replaced: z.boolean(),
    /** Ahead, and not yet moved as often as nobody has to be asked for. */
    movesFreely: z.boolean(),
  },
  shown: ['centre', 'plannedOn', 'slot', 'person', 'auditType', 'kind', 'audit', 'status'],
  filters: {
    plannedOn: date({ label: 'Day', filter: 'range' }),
    kind: choice({ label: 'Kind', options: visitKinds }),
    zoneId: integerReference('zone', { label: 'Zone' }),
    franchiseeId: integerReference('franchisee', { label: 'Centre' }),
  },
  sorts: ['plannedOn', 'centre', 'person'],
  sort: '-plannedOn',
  state: 'status',
  tiles: {
    SCHEDULED: 'Scheduled',
    MOVE_REQUESTED: 'Moves to decide',
    MISSED: 'Missed',
    COMPLETED: 'Completed',
  },
  can: ['move', 'requestMove', 'decide', 'cancel', 'replan'],
});
