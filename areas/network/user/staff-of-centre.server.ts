import { contains } from '@aangan/server/record/keyset.ts';
import { istDay, personName } from '@aangan/server/sql.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';

interface Wanted {
  franchiseeId: number;
  words?: string;
  /** Only this person. */
  id?: string;
  limit: number;
}

/** People who hold a role at this one centre today, by name; parents and vendors are none. */
export async function staffOfCentre(db: Db, wanted: Wanted): Promise<{ id: string; name: string }[]> {
  const name = sql`${personName('u')}`;
  const { rows } = await sql<{ id: string; name: string }>`
    select u.id, ${name} as name from app_user u
     where u.state = 'ACTIVE' and u.kind = 'STAFF' and ${name} ilike ${contains(wanted.words ?? '')}
       and (${wanted.id ?? null}::uuid is null or u.id = ${wanted.id ?? null})
       and exists (select from user_role g where g.user_id = u.id and g.scope = 'CENTRE' and g.franchisee_id = ${wanted.franchiseeId}
         and g.ended_at is null and ${istDay(sql`now()`)} between g.from_on and coalesce(g.to_on, 'infinity'))
     order by 2, 1 limit ${wanted.limit}`.execute(db);
  return rows;
}
