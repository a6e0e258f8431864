import { phoneNorm } from '@aangan/contract/phone.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { chosenCentre, chosenYear } from '@aangan/server/work/ensure.ts';
import { sql } from 'kysely';
import { studentsByName } from '../../students/public.server.ts';
import { serviceEnquiryContract as contract, type Offered } from './service-enquiry.contract.ts';

const MOST = 12;

export const offeredServices = handle(contract.offered, async ({ db, actor }) => {
  const { rows } = await sql<Offered>`
    select s.id as "serviceId", s.name, c.name as category, c.service_type as "serviceType", s.open_to as "openTo",
      s.age_from_months as "ageFromMonths", s.age_to_months as "ageToMonths", o.seats, o.starts_on as "startsOn", o.ends_on as "endsOn",
      (select min(p.total) from fee_plan p where p.status = 'APPROVED' and p.module = 'SERVICE' and p.academic_year_id = o.academic_year_id
        and p.franchisee_id in (1, o.franchisee_id) and (p.service_id = s.id or exists (select from service_fare_slab x
          where x.franchisee_id = o.franchisee_id and x.offering_id = o.id and x.fee_plan_id = p.id))) as "priceFrom"
      from service_offering o join service s on s.id = o.service_id join service_category c on c.id = s.category_id
     where o.franchisee_id = ${chosenCentre(actor)} and o.academic_year_id = ${chosenYear(actor)} and o.active
     order by c.position, s.name`.execute(db);
  return { rows };
});

export const findChildren = handle(contract.children, async ({ db, actor, input }) => {
  const franchiseeId = chosenCentre(actor);
  const mobile = phoneNorm(input.q);
  if (mobile === null) {
    const found = await studentsByName(db, { franchiseeId, words: input.q, limit: MOST });
    return { rows: found.map(({ id, name, detail }) => ({ id, label: `${name} · ${detail}` })) };
  }
  const { rows } = await sql<{ id: string; label: string }>`
    select distinct s.id, s.name || ' · ' || s.admission_no as label from guardian g
      join student_guardian x on x.franchisee_id = g.franchisee_id and x.guardian_id = g.id
      join student s on s.franchisee_id = x.franchisee_id and s.id = x.student_id
     where g.franchisee_id = ${franchiseeId} and g.mobile = ${mobile} and s.merged_into is null and s.erased_at is null
     order by 2 limit ${MOST}`.execute(db);
  return { rows };
});
