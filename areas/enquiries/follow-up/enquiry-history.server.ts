import { refuse } from '@aangan/contract/refusal.ts';
import { ensureFound } from '@aangan/server/ensure.ts';
import { registerHistory } from '@aangan/server/record-history.ts';
import { enquiryModules } from '../modules.ts';

const UUID = /^[0-9a-f-]{36}$/i;

/** The change history of one enquiry, for the tab of the working screen. */
export function registerEnquiryHistory(): void {
  registerHistory('enquiry', {
    module: enquiryModules.enquiry,
    tables: [{ table: 'enquiry', title: 'Enquiry', by: null }],
    ensureVisible: async (db, _actor, id) => {
      if (!UUID.test(id)) throw refuse('row.not-found');
      ensureFound(await db.selectFrom('enquiry').select('id').where('id', '=', id).executeTakeFirst());
    },
  });
}
