import type { SearchSource } from '@aangan/server/endpoint/area-extras.ts';
import { contains } from '@aangan/server/record/keyset.ts';
import { sql } from 'kysely';
import { staffModules } from '../modules.ts';
import { type StaffStatus, staffStatusTitles } from './staff.states.ts';

/** Staff for Ctrl+K, by name or code; who left comes last. */
export const staffSearch: SearchSource = {
  kind: 'staff',
  title: 'Staff',
  module: staffModules.Staff,
  find: async (db, actor, words, limit) => {
    const rows = await db
      .selectFrom('staff')
      .select(['id', 'name', 'employee_code', 'status'])
      .where('search_text', 'like', contains(words))
      .$if(actor.franchiseeId !== null, (qb) => qb.where('franchisee_id', '=', actor.franchiseeId))
      .orderBy(sql`status = 'LEFT'`)
      .orderBy('name')
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map((row) => ({
      id: row.id,
      label: row.name,
      detail: `${row.employee_code} · ${staffStatusTitles[row.status as StaffStatus]}`,
      link: `/staff/details?staff=${row.id}`,
    }));
  },
};
