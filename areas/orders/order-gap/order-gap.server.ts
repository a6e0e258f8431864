import { handle } from '@aangan/server/endpoint/handle.ts';
import { inChosenCentre } from '@aangan/server/sql.ts';
import { chosenYear } from '@aangan/server/work/ensure.ts';
import { sql } from 'kysely';
import { uniformKit } from '../kit-types.ts';
import { orderGapContract as contract, type GapRow, gapTypes } from './order-gap.contract.ts';

/** Live figures: kits by the state of each child's right, uniforms by the first set of each enrolled child. */
export const orderGap = handle(contract.report, async ({ db, actor }) => {
  const yearId = chosenYear(actor);
  const { rows } = await sql<GapRow & { position: number }>`
    select x.*, c.name as "className", c.position, x.entitled - x.ordered as gap from (
      select a.class_id as "classId", a.kit_type as "kitType", count(*)::int as entitled,
        (count(*) filter (where a.status in ('ORDERED', 'SHIPPED', 'AT_CENTRE', 'HANDED_OVER')))::int as ordered,
        (count(*) filter (where a.status in ('AT_CENTRE', 'HANDED_OVER')))::int as delivered,
        (count(*) filter (where a.status = 'HANDED_OVER'))::int as "handedOver", 0 as asked
        from kit_allocation a where ${inChosenCentre(actor, 'a.franchisee_id')} and a.academic_year_id = ${yearId} and a.status <> 'REVOKED'
         and a.class_id is not null group by 1, 2
      union all
      select e.class_id, ${uniformKit.id}::text, count(*)::int, (count(*) filter (where i.status in ('ORDERED', 'FULFILLED')))::int,
        (count(*) filter (where i.status = 'FULFILLED'))::int, (count(*) filter (where i.handed_at is not null))::int, (count(*) filter (where i.status = 'SUBMITTED'))::int
        from enrolment e join student s on s.franchisee_id = e.franchisee_id and s.id = e.student_id
        left join lateral (select u.status, u.handed_at from uniform_indent u where u.franchisee_id = e.franchisee_id and u.enrolment_id = e.id
          and u.academic_year_id = e.academic_year_id and u.status <> 'CANCELLED' order by u.set_no limit 1) i on true
       where ${inChosenCentre(actor, 'e.franchisee_id')} and e.academic_year_id = ${yearId} and e.status in ('UPCOMING', 'ACTIVE', 'ON_HOLD')
         and exists (select from uniform_kit_mapping m where m.academic_year_id = e.academic_year_id and m.class_id = e.class_id and not m.optional
           and (m.gender in ('BOTH', s.gender) or s.gender = 'OTHER')) group by 1
    ) x join class c on c.id = x."classId"
    order by c.position, c.name, array_position(${[...gapTypes]}::text[], x."kitType")`.execute(db);
  return { rows: rows.map(({ position: _, ...row }) => row) };
});
