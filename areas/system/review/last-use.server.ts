import { type RawBuilder, sql } from 'kysely';

/**
 * The newest use of any module of the item's role by its person, as `(select used_on, module …)`. Of two roles with the
 * same module both count as used: which one allowed it is not known.
 */
export const lastUseOf = (item: string): RawBuilder<unknown> => sql`(
  select p.used_on, p.module from person_use p join system_end_point e on e.module = p.module and e.active
    join role h on h.id = ${sql.ref(`${item}.role_id`)}
     and (h.all_modules or exists (select from role_end_point x where x.end_point_id = e.id and x.role_id = h.id))
   where p.user_id = ${sql.ref(`${item}.user_id`)} order by p.used_on desc, p.module limit 1)`;
