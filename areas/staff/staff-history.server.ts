import { refuse } from '@aangan/contract/refusal.ts';
import { registerHistory } from '@aangan/server/record/record-history.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import { staffModules } from './modules.ts';
import { staffStatusTitles } from './staff/staff.states.ts';

const UUID = /^[0-9a-f-]{36}$/i;

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
    ensureVisible: async (db, _actor, id) => {
      if (!UUID.test(id)) throw refuse('row.not-found');
      ensureFound(await db.selectFrom('staff').select('id').where('id', '=', id).executeTakeFirst());
    },
  });
}
