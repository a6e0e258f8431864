import { todayIst } from '@aangan/contract/period.ts';
import type { SearchSource } from '@aangan/server/endpoint/area-extras.ts';
import { sql } from 'kysely';
import { enquiryModules } from '../modules.ts';
import { allOf, enquiryWhere } from './enquiry-where.server.ts';

/** Enquiries for Ctrl+K, by child, parent, code or number: what the list's own search finds. */
export const enquirySearch: SearchSource = {
  kind: 'enquiry',
  title: 'Enquiries',
  module: [enquiryModules.enquiry, enquiryModules.followup],
  find: async (db, actor, words, limit) => {
    const { franchiseeId } = actor;
    const where = enquiryWhere(
      { q: words },
      { today: todayIst(new Date()), userId: actor.userId, franchiseeId },
    );
    if (franchiseeId !== null) where.push(sql`e.franchisee_id = ${franchiseeId}`);
    const { rows } = await sql<{ id: string; code: string; child: string; guardian: string; stage: string }>`
      select e.id, e.enquiry_code as code, trim(coalesce(e.child_first_name, '') || ' ' || coalesce(e.child_last_name, '')) as child,
        e.guardian_name as guardian, replace(e.stage_code, '_', ' ') as stage
        from enquiry e where ${allOf(where)} order by e.is_open desc, e.captured_at desc, e.id desc limit ${limit}`.execute(
      db,
    );
    return rows.map((row) => ({
      id: row.id,
      label: row.child || row.guardian,
      detail: [row.code, row.child ? row.guardian : null, row.stage].filter(Boolean).join(' · '),
      link: `/forms/edit/${row.code}`,
    }));
  },
};
