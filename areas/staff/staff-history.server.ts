import { registerHistory, visibleRow } from '@aangan/server/record/record-history.ts';
import { staffModules } from './modules.ts';
import { staffStatusTitles } from './staff/staff.states.ts';

/** To be called once at start. */
export function registerStaffHistory(): void {
  registerHistory('staff', {
    module: [staffModules.Staff, staffModules.staffApprove],
    tables: [{ table: 'staff', title: 'Staff', by: null }],
    // What a step tells already, or what nobody reads.
    columns: {
      franchisee_id: null,
      user_id: null,
      approved_by: null,
      approved_at: null,
      status_reason: null,
      private: 'Sensitive numbers',
      search_text: null,
    },
    states: staffStatusTitles,
    ensureVisible: visibleRow('staff'),
  });
}
