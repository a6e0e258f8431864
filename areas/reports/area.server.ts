import { serve } from '@aangan/server/endpoint/handle.ts';
import { registerHistory, visibleRow } from '@aangan/server/record/record-history.ts';
import { reports } from './area.ts';
import { reportsModules } from './modules.ts';
import { scheduleLabels } from './schedule/schedule.states.ts';
import { deliverJob, scheduleJob } from './schedule/schedule-jobs.server.ts';

registerHistory('report-schedule', {
  module: reportsModules.scheduleReports,
  tables: [{ table: 'report_schedule', title: 'Schedule', by: null }],
  columns: {
    owner_id: null,
    franchisee_id: null,
    next_run_at: null,
    failures: null,
    user_ids: null,
    role_ids: null,
  },
  states: scheduleLabels,
  ensureVisible: visibleRow('report_schedule'),
});

export const reportsServer = serve(reports, [await import('./schedule/schedule.server.ts')], {
  jobs: [scheduleJob, deliverJob],
});
