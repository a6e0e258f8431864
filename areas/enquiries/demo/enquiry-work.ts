// The counsellors' work around the demo enquiries: the call behind each logged call, visits that were confirmed, the times
// families like, what was put aside until a day, and proposals that wait. Set-wise, from what the story wrote.
import type { Day } from '@aangan/contract/period.ts';
import type { Client } from 'pg';

/** 0 … n-1 from a row's id: the same row, the same answer. */
const pick = (column: string, n: number): string => `(abs(hashtext(${column}::text)) % ${n})`;

export async function writeEnquiryWork(client: Client, today: Day): Promise<void> {
  await client.query(`
    insert into call_log (franchisee_id, id, enquiry_id, phone_norm, provider, direction, agent_id, started_at, answered_at, ended_at, talk_s, status, created_at)
    select f.franchisee_id, f.id, f.subject_id, e.phone_norm, 'MANUAL', f.direction, f.by, f.at, case when s.talked then f.at end,
        f.at + make_interval(secs => s.seconds), case when s.talked then s.seconds end,
        case when s.talked then 'ANSWERED' when f.outcome = 'BUSY' then 'BUSY' when f.outcome = 'SWITCHED_OFF' then 'FAILED' else 'NO_ANSWER' end, f.at
      from follow_up f join enquiry e on e.franchisee_id = f.franchisee_id and e.id = f.subject_id,
        lateral (select f.outcome not in ('NO_ANSWER', 'BUSY', 'SWITCHED_OFF') as talked, 40 + ${pick('f.id', 320)} as seconds) s
     where f.channel = 'CALL'`);
  await client.query(`update follow_up set call_id = id where channel = 'CALL'`);
  await client.query(`
    update enquiry_household set preferred_time = (array['MORNING', 'AFTERNOON', 'EVENING'])[1 + ${pick('id', 3)}] where ${pick('id', 4)} = 0`);
  await client.query(
    `update enquiry set appointment_confirmed_for = appointment_at
      where is_open and stage_code = 'Appointment Fixed' and appointment_at >= $1::date and ${pick('id', 3)} = 0`,
    [today],
  );
  await client.query(
    `update enquiry e set revive_on = ((e.closed_at at time zone 'Asia/Kolkata')::date + r.revive_days) from lost_reason r
      where r.id = e.lost_reason_id and e.spanco_status = 'Lost' and r.revive_days > 0`,
  );
  await client.query(
    `insert into enquiry_proposal (franchisee_id, enquiry_id, cycle, kind, reason, at)
     select franchisee_id, id, cycle, 'TRY_AGAIN', 'Try again from ' || to_char(revive_on, 'DD-MM-YYYY'), revive_on + interval '5 minutes' from (
       select e.*, row_number() over (partition by franchisee_id order by revive_on desc, id) as n from enquiry e where revive_on between $1::date - 20 and $1::date) due
      where n <= 4`,
    [today],
  );
  await client.query(`
    with given_up as (
      select franchisee_id, id, row_number() over (partition by franchisee_id order by captured_at, id) as n from enquiry
       where is_open and spanco_status = 'Suspect' and attempts > 0)
    update enquiry e set attempts = 7, sub_status = 'RNR-3' from given_up g where g.franchisee_id = e.franchisee_id and g.id = e.id and g.n <= 2`);
  await client.query(
    `insert into enquiry_proposal (franchisee_id, enquiry_id, cycle, kind, reason, at)
     select franchisee_id, id, cycle, 'CLOSE', 'Not reachable ×7', $1::date - interval '6 hours' from enquiry where is_open and attempts = 7`,
    [today],
  );
}
