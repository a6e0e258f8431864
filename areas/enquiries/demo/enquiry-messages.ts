// What families were written in one go, half-hours they chose themselves, and promises that were missed: so that the
// screens of these have something to show. Set-wise, from what the story wrote.
import type { Day } from '@aangan/contract/period.ts';
import type { Client } from 'pg';
import { demoUuidSql } from '../../../db/demo/random.ts';

export async function writeEnquiryMessages(client: Client, today: Day): Promise<void> {
  // Two of three families agreed to be written to when they came.
  await client.query(`
    with yes as (
      insert into consent_answer (franchisee_id, id, subject_kind, subject_id, purpose, answer, method, at)
      select h.franchisee_id, ${demoUuidSql("'consent ' || h.id")}, 'HOUSEHOLD', h.id, 'MESSAGES_SMS', 'YES', 'CENTRE_DESK', h.created_at
        from enquiry_household h where abs(hashtext(h.id::text)) % 3 > 0
         and not exists (select from consent_now c where c.franchisee_id = h.franchisee_id and c.subject_id = h.id and c.purpose = 'MESSAGES_SMS')
      returning franchisee_id, subject_id, at)
    insert into consent_now (franchisee_id, subject_kind, subject_id, purpose, allowed, yes_by, changed_at)
    select franchisee_id, 'HOUSEHOLD', subject_id, 'MESSAGES_SMS', true, array['00000000-0000-0000-0000-000000000000']::uuid[], at from yes`);
  await client.query(
    `with chosen as (
       select e.franchisee_id, e.id, e.owner_id, row_number() over (partition by e.franchisee_id order by e.captured_at desc, e.id) as n
         from enquiry e where e.is_open and e.spanco_status in ('Suspect', 'Prospect') and e.owner_id is not null),
     batch as (
       insert into batch (franchisee_id, id, job, label, data, state, total, done, ok, skipped, by, at, finished_at)
       select franchisee_id, ${demoUuidSql("'message-batch ' || franchisee_id")}, 'enquiry-message', 'After a talk', '{"template": "enquiries.details"}', 'DONE', count(*), count(*), count(*) filter (where n % 4 <> 0), count(*) filter (where n % 4 = 0),
           (array_agg(owner_id order by n))[1], $1::date - 2 + time '11:45', $1::date - 2 + time '11:46'
         from chosen where n <= 12 group by franchisee_id returning franchisee_id, id)
     insert into batch_item (franchisee_id, batch_id, n, subject_id, state, reason)
     select c.franchisee_id, b.id, c.n, c.id, case when c.n % 4 = 0 then 'SKIPPED' else 'DONE' end, case when c.n % 4 = 0 then case when c.n = 4 then 'another child of the family is written about' else 'has not agreed to messages' end end
       from chosen c join batch b on b.franchisee_id = c.franchisee_id where c.n <= 12`,
    [today],
  );
  await client.query(
    `insert into visit_booking (franchisee_id, id, slot_at, enquiry_id, state, at, ended_at)
     select e.franchisee_id, ${demoUuidSql("'visit-booking ' || e.id")}, e.appointment_at, e.id, 'BOOKED', e.stage_since, e.stage_since
       from enquiry e where e.is_open and e.stage_code = 'Appointment Fixed' and e.appointment_at >= $1::date and abs(hashtext(e.id::text)) % 2 = 0`,
    [today],
  );
  // A time that was promised and went by; who asked for it waits since.
  await client.query(
    `with due as (
       select e.franchisee_id, e.id, row_number() over (partition by e.franchisee_id order by e.captured_at, e.id) as n
         from enquiry e where e.is_open and e.stage_code = 'In Conversation' and e.next_follow_up_on = $1::date and e.academic_year_id = (select max(academic_year_id) from enquiry x where x.franchisee_id = e.franchisee_id and x.is_open))
     update enquiry e set next_follow_up_on = $1::date - 1, next_follow_up_at = $1::date - 1 + time '10:00' + d.n * interval '1 hour'
       from due d where d.franchisee_id = e.franchisee_id and d.id = e.id and d.n <= 2`,
    [today],
  );
  await client.query(`
    update follow_up f set outcome = 'CALL_BACK', next_on = e.next_follow_up_on, next_at = e.next_follow_up_at
      from enquiry e where e.franchisee_id = f.franchisee_id and e.id = f.subject_id and e.next_follow_up_at is not null and e.stage_code = 'In Conversation' and e.is_open
       and f.at = (select max(g.at) from follow_up g where g.franchisee_id = f.franchisee_id and g.subject_id = f.subject_id) and f.at < e.next_follow_up_at`);
  // Who asked to be called back named an hour; most were called at it, every seventh four hours late.
  await client.query(`
    update follow_up f set next_on = (g.at at time zone 'Asia/Kolkata')::date, next_at = date_trunc('hour', g.at) - case when abs(hashtext(f.id::text)) % 7 = 0 then interval '4 hours' else interval '0' end
      from (select franchisee_id, id, lead(at) over (partition by franchisee_id, subject_id order by at, id) as at from follow_up where type = 'academic') g
     where g.franchisee_id = f.franchisee_id and g.id = f.id and f.outcome = 'CALL_BACK' and g.at > f.at + interval '6 hours'`);
}
