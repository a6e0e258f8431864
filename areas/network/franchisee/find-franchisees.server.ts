import type { SearchSource } from '@aangan/server/endpoint/area-extras.ts';
import { contains } from '@aangan/server/record/keyset.ts';
import { sql } from 'kysely';
import { networkModules } from '../network-modules.ts';
import { franchiseeLabel } from './franchisee-label.ts';

/** Centres for Ctrl+K, by id, code, name or city; row security draws the line. */
export const franchiseeSearch: SearchSource = {
  kind: 'franchisee',
  title: 'Franchisees',
  module: [networkModules.Franchisee, networkModules.FranchiseeData],
  find: async (db, _actor, words, limit) => {
    const like = contains(words);
    const id = /^\(?0*(\d{1,9})\)?$/.exec(words)?.[1] ?? '0';
    const { rows } = await sql<{ id: number; company_name: string; city: string | null; status: string }>`
      select f.id, f.company_name, c.name as city, f.status from franchisee f left join city c on c.id = f.city_id
       where not f.is_head_office and (f.id = ${Number(id)} or f.company_name ilike ${like} or f.code ilike ${like} or c.name ilike ${like})
       order by f.id = ${Number(id)} desc, f.company_name limit ${limit}`.execute(db);
    return rows.map((row) => ({
      id: String(row.id),
      label: franchiseeLabel(row.id, row.company_name),
      detail: row.city,
      link: `/franchisee/view/${row.id}`,
    }));
  },
};
