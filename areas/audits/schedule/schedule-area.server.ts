import { registerHistory, visibleRow } from '@aangan/server/record/record-history.ts';
import { amsVisits } from './ams-visit.listing.ts';
import { missJob } from './miss-visits.server.ts';
import { visitLabels } from './visit.states.ts';

// Told by a step already, or of no interest to a reader.
const TOLD = [
  'franchisee_id',
  'schedule_id',
  'cycle_id',
  'am_allocation_id',
  'audit_type_id',
  'status',
  'step_reason',
  'started_at',
  'replaces_visit_id',
];
registerHistory('ams-visit', {
  module: amsVisits.module,
  tables: [{ table: 'ams_visit', title: 'Visit', by: null }],
  columns: {
    ...Object.fromEntries(TOLD.map((column) => [column, null])),
    move_to: 'Asked for day',
    move_slot: 'Asked for time',
  },
  states: visitLabels,
  ensureVisible: visibleRow('ams_visit'),
});

export const scheduleJobs = [missJob] as const;
export const scheduleFiles = [
  await import('./ams-visit.listing.server.ts'),
  await import('./move-visit.server.ts'),
  await import('./replan-visit.server.ts'),
  await import('./approve-schedule.server.ts'),
  await import('./month.server.ts'),
  await import('./plan-month.server.ts'),
];
