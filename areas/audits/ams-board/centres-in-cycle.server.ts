import { type RawBuilder, sql } from 'kysely';
import { holdsOn, today } from '../allocation/allocation-sql.server.ts';
import { centresWithCategory } from '../ams-setup/category-today.server.ts';
import { ahead, counts } from '../schedule/visit-facts.server.ts';

/** Days of its cycle that a new centre must have left, else nothing is asked of it before the next one. */
const LEAST_DAYS = 30;

/** True for an audit of an academic manager that is published. */
export const publishedVisit = (audit: string, type: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${type}.family`)} = 'AMS' and ${sql.ref(`${audit}.mode`)} = 'REGULAR' and ${sql.ref(`${audit}.status`)} in ('PUBLISHED', 'CLOSED'))`;

/**
 * Each running centre in reach with who visits it, what the cycle of today asks of it, and what is done of that (areas/audits.md
 * 3.4): by kind of audit the lesser of need and done counts. A subquery, for `from`.
 */
export const centresInCycle: RawBuilder<unknown> = sql`(
  with cycle as (select y.id, y.from_on, y.to_on from ams_cycle y where y.state = 'ACTIVE' and ${today} between y.from_on and y.to_on limit 1),
   asked as (select k.franchisee_id, t.id as type_id, r.visits from cycle y join ams_cycle_rule r on r.cycle_id = y.id
     join audit_type t on t.slug = r.audit_type and t.family = 'AMS' and t.active
     join ${centresWithCategory(sql`(select from_on from cycle)`)} k on k.category = r.centre_category
     join franchisee g on g.id = k.franchisee_id and (g.opened_on is null or g.opened_on <= y.to_on - ${sql.lit(LEAST_DAYS)}::int)),
   seen as (select v.franchisee_id, v.audit_type_id as type_id, count(*) filter (where v.status = 'COMPLETED' and ${counts('v')})::int as done,
       count(*) filter (where ${ahead('v')})::int as planned, count(*) filter (where v.status = 'MISSED')::int as missed
      from ams_visit v where v.cycle_id = (select id from cycle) group by 1, 2)
  select c.id, c.version, c.franchisee_id, c.centre, c.zone_id, c.city_id, c.category, x.am_allocation_id, p.user_id as am_user,
    coalesce(n.need, 0)::int as need, coalesce(n.counted, 0)::int as counted,
    coalesce(d.done, 0)::int as done, coalesce(d.planned, 0)::int as planned, coalesce(d.missed, 0)::int as missed,
    s.id as last_audit, s.audit_on as last_on, s.final_bp as last_bp, coalesce(o.open, 0)::int as open_findings, coalesce(o.late, 0)::int as late_critical,
    e.next_on
    from ${centresWithCategory(today)} c join franchisee f on f.id = c.franchisee_id and f.status in ('ACTIVE', 'SUSPENDED')
    left join ams_centre_allocation x on x.franchisee_id = c.franchisee_id and ${holdsOn('x', today)}
    left join ams_am_allocation p on p.id = x.am_allocation_id
    left join (select a.franchisee_id, sum(a.visits) as need, sum(least(a.visits, coalesce(b.done, 0))) as counted
      from asked a left join seen b on b.franchisee_id = a.franchisee_id and b.type_id = a.type_id group by 1) n on n.franchisee_id = c.franchisee_id
    left join (select b.franchisee_id, sum(b.done) as done, sum(b.planned) as planned, sum(b.missed) as missed from seen b group by 1) d on d.franchisee_id = c.franchisee_id
    left join (select distinct on (a.franchisee_id) a.franchisee_id, a.id, a.audit_on, a.final_bp from audit a join audit_type t on t.id = a.type_id
      where ${publishedVisit('a', 't')} order by a.franchisee_id, a.audit_on desc, a.id) s on s.franchisee_id = c.franchisee_id
    left join (select g.franchisee_id, count(*) as open, count(*) filter (where g.severity = 'CRITICAL' and g.status in ('OPEN', 'RETURNED') and g.due_on < ${today}) as late
      from audit_finding g where g.status not in ('CLOSED', 'WITHDRAWN') group by 1) o on o.franchisee_id = c.franchisee_id
    left join (select v.franchisee_id, min(v.planned_on) as next_on from ams_visit v where v.status in ('SCHEDULED', 'MOVE_REQUESTED') and v.planned_on >= ${today} group by 1) e on e.franchisee_id = c.franchisee_id)`;
