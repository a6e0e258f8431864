import { type RawBuilder, sql } from 'kysely';

/**
 * Each open centre in reach with its category on a day: an override while it lasts, else what was computed last, else
 * NEW. A subquery, for `from`.
 */
export const centresWithCategory = (day: RawBuilder<unknown>) => sql`(
  select f.id as franchisee_id, overlay(overlay(md5('ams-category ' || f.id) placing '4' from 13) placing '8' from 17)::uuid as id, 0 as version, f.company_name as centre, f.zone_id, f.city_id,
    coalesce(o.category, k.category, 'NEW') as category, coalesce(o.effective_from, k.effective_from) as since,
    o.id as override_id, o.reason, o.expires_on, o.created_by as override_by
    from franchisee f
    left join lateral (select * from ams_centre_category c where c.franchisee_id = f.id and c.source = 'OVERRIDE'
      and (${day})::date between c.effective_from and c.expires_on order by c.effective_from desc limit 1) o on true
    left join lateral (select * from ams_centre_category c where c.franchisee_id = f.id and c.source = 'COMPUTED'
      and c.effective_from <= (${day})::date order by c.effective_from desc limit 1) k on true
   where not f.is_head_office and f.status <> 'CLOSED')`;
