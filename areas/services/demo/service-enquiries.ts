// Families that ask for the bus, day-care or the club: some new, some called, some lost. Plans follow through the product.
import { academicYearOf, type Day } from '@aangan/contract/period.ts';
import type { Client } from 'pg';
import { ANDHERI, BANER } from '../../../db/demo/places.ts';
import { demoUuidSql } from '../../../db/demo/random.ts';
import { serviceId } from './services.ts';

const EACH = 18;

export async function writeServiceEnquiries(client: Client, today: Day): Promise<void> {
  const year = academicYearOf(today);
  const years = `${String(year).slice(-2)}${String(year + 1).slice(-2)}`;
  await client.query(
    `insert into service_enquiry (franchisee_id, id, enquiry_code, fee_account_id, student_id, child_name, dob, guardian_name, mobile, service_id,
        academic_year_id, wanted_from, direction, stop_text, source_id, owner_id, next_follow_up_on, status, lost_reason, created_at, updated_at)
     select c.franchisee_id, ${demoUuidSql(`'service enquiry ' || c.id`)}, 'SE-' || lpad(c.franchisee_id::text, 3, '0') || '-' || $2 || '-' || lpad(c.no::text, 5, '0'),
            c.account, c.id, c.name, c.date_of_birth, c.guardian, c.mobile, o.service_id, $1, least(o.ends_on, greatest(o.starts_on, $3::date + (c.no % 12)::int)),
            case when o.service_id = $4 then 'BOTH' end, case when o.service_id = $4 then (array['Lokhandwala circle', 'Four Bungalows', 'Versova metro', 'DN Nagar'])[1 + c.no % 4] end,
            (select q.id from enquiry_source q where q.franchisee_id = 1 order by q.name offset c.no % 4 limit 1), w.id,
            case when c.no % 9 <> 8 then $3::date + (c.no % 7)::int - 2 end,
            case when c.no % 9 = 8 then 'LOST' when c.no % 3 = 0 then 'NEW' else 'CONTACTED' end, case when c.no % 9 = 8 then 'PRICE' end,
            $3::date - (c.no % 20)::int + time '11:00', $3::date - (c.no % 20)::int + time '11:00'
       from (select s.*, a.id as account, g.name as guardian, g.mobile, row_number() over (partition by s.franchisee_id order by g.user_id is null, md5(s.id::text)) as no
               from student s join fee_account a on a.franchisee_id = s.franchisee_id and a.student_id = s.id
               join lateral (select g.name, g.mobile, g.user_id from student_guardian x join guardian g on g.franchisee_id = x.franchisee_id and g.id = x.guardian_id
                 where x.franchisee_id = s.franchisee_id and x.student_id = s.id and g.mobile is not null order by g.user_id is null, g.id limit 1) g on true
              where s.state = 'STUDYING' and s.franchisee_id = any ($5)) c
       join lateral (select o.* from service_offering o where o.franchisee_id = c.franchisee_id and o.academic_year_id = $1 and o.active
         order by c.no = 1 and o.service_id = $4 desc, o.service_id offset case when c.no = 1 then 0 else c.no % (select count(*) from service_offering n where n.franchisee_id = c.franchisee_id and n.academic_year_id = $1 and n.active) end limit 1) o on true
       left join lateral (select u.id from app_user u join user_role r on r.user_id = u.id and r.role_id = 9 and r.franchisee_id = c.franchisee_id limit 1) w on true
      where c.no <= $6`,
    [year, years, today, serviceId('BUS'), [ANDHERI, BANER], EACH],
  );
  await client.query(
    `insert into number_series (franchisee_id, series, period, next) select f, 'SE', 'A' || $1, $2 from unnest($3::int[]) f`,
    [years, EACH + 1, [ANDHERI, BANER]],
  );
  await client.query(
    `insert into follow_up (franchisee_id, id, type, subject_id, at, by, channel, outcome, note, next_on)
     select e.franchisee_id, ${demoUuidSql(`'service call ' || e.id`)}, 'service', e.id, e.created_at + interval '1 day', e.owner_id, 'CALL', 'DETAILS_SHARED',
            'Told the fee and the timing; the family decides at home', e.next_follow_up_on
       from service_enquiry e where e.status in ('CONTACTED', 'LOST') and e.created_at + interval '1 day' <= now()`,
  );
  await client.query(
    `insert into status_step (franchisee_id, subject, subject_id, action, from_status, to_status, created_at, created_by)
     select e.franchisee_id, 'service_enquiry', e.id::text, 'contact', 'NEW', 'CONTACTED', f.at, f.by from service_enquiry e
       join follow_up f on f.franchisee_id = e.franchisee_id and f.type = 'service' and f.subject_id = e.id`,
  );
}
