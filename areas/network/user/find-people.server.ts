import type { SearchSource } from '@aangan/server/endpoint/area-extras.ts';
import { personName } from '@aangan/server/sql.ts';
import { sql } from 'kysely';
import { franchiseeLabel } from '../franchisee/franchisee-label.ts';
import { networkModules } from '../network-modules.ts';
import { peopleInReach, peopleMatching } from './visible-people.server.ts';

/** People for Ctrl+K: those the user list shows. */
export const peopleSearch: SearchSource = {
  kind: 'user',
  title: 'People',
  module: networkModules.User,
  find: async (db, actor, words, limit) => {
    const where = [
      ...peopleInReach(actor),
      sql`u.kind = 'STAFF' and u.state <> 'DISABLED'`,
      ...peopleMatching(words),
    ];
    const { rows } = await sql<{
      id: string;
      name: string;
      designation: string | null;
      centre: number;
      company: string | null;
    }>`
      select u.id, ${personName('u')} as name, u.designation, u.franchisee_id as centre, c.company_name as company
        from app_user u left join franchisee c on c.id = u.franchisee_id
       where ${sql.join(where, sql` and `)} order by u.first_name, u.last_name, u.id limit ${limit}`.execute(
      db,
    );
    return rows.map((row) => ({
      id: row.id,
      label: row.name,
      detail: [row.designation, row.company === null ? null : franchiseeLabel(row.centre, row.company)]
        .filter(Boolean)
        .join(' · '),
      link: `/user/view/${row.id}`,
    }));
  },
};
