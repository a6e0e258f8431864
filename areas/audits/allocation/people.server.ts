import type { Day } from '@aangan/contract/period.ts';
import { personName } from '@aangan/server/sql.ts';
import { ensure } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { refuseAms } from '../ams.refusals.ts';
import type { AmsPart } from '../ams-setup/ams-words.ts';

interface Person {
  id: string;
  label: string;
}

/** Active people with an open grant of a role that may have the part; of a zone manager, one that reaches the zone. */
export async function peopleFor(
  db: Db,
  part: AmsPart,
  { on, zoneId = null, userId = null }: { on: Day; zoneId?: number | null; userId?: string | null },
): Promise<Person[]> {
  const { rows } = await sql<Person>`
    with recursive above as (
      select id, parent_id from zone where id = ${zoneId}::int
      union select z.id, z.parent_id from zone z join above a on z.id = a.parent_id)
    select distinct u.id, ${personName('u')} as label from app_user u join user_role g on g.user_id = u.id
      join ams_role_map p on p.role_id = g.role_id and p.part = ${part}
     where u.state = 'ACTIVE' and u.kind = 'STAFF' and g.ended_at is null
       and ${on}::date between g.from_on and coalesce(g.to_on, 'infinity')
       and (${userId}::uuid is null or u.id = ${userId}::uuid)
       and (case when ${part} = 'AM' then g.scope = 'CENTRES' else g.scope = 'ZONE' and g.zone_id in (select id from above) end)
     order by 2 limit 500`.execute(db);
  return rows;
}

/** 422 unless this person may have the part on that day. */
export async function ensurePerson(
  db: Db,
  part: AmsPart,
  where: { on: Day; userId: string; zoneId?: number },
): Promise<void> {
  const [found] = await peopleFor(db, part, where);
  ensure(found, () =>
    refuseAms(part === 'AM' ? 'allocation.am-role' : 'allocation.zm-role', {
      fields: { userId: 'Choose somebody from the list' },
    }),
  );
}

/** Allocations are few; one after the other, so that nobody sees a gap that somebody else is filling. */
export const oneAtATime = (db: Db) =>
  sql`select pg_advisory_xact_lock(hashtextextended('ams_allocation', 0))`.execute(db);
