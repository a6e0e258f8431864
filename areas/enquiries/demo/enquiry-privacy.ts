// What privacy and families look like in a centre that has worked for a while: a family that asked to be forgotten, one
// that two centres know, and one that asked again without saying for which child.
import type { Day } from '@aangan/contract/period.ts';
import type { Client } from 'pg';
import { type Clock, soFar } from '../../../db/demo/moment.ts';

export async function writeEnquiryPrivacy(client: Client, clock: Clock): Promise<void> {
  await askAgain(client, clock);
  await knowTwice(client);
  await erase(client, clock.today);
}

/** In each centre one family of two open children rang this morning and gave no name. */
const askAgain = (client: Client, clock: Clock) =>
  client.query(
    `update enquiry e set which_child_at = $1 from (
       select distinct on (e.franchisee_id) e.franchisee_id, e.id from enquiry e
        where e.is_open and e.academic_year_id = 2026 and exists (select from enquiry o where o.franchisee_id = e.franchisee_id and o.household_id = e.household_id and o.id <> e.id and o.is_open)
        order by e.franchisee_id, e.last_activity_at desc, e.id) f
      where e.franchisee_id = f.franchisee_id and e.id = f.id`,
    [soFar(clock, 0.1)],
  );

/** The newest settled family of each centre is known at the next one too: its number stands there beside another. */
const knowTwice = (client: Client) =>
  client.query(
    `with newest as (select distinct on (franchisee_id) franchisee_id, phone_norm from enquiry
        where is_open and academic_year_id = 2026 and phone_norm is not null order by franchisee_id, captured_at, id),
      hosts as (select distinct on (franchisee_id) franchisee_id, household_id from enquiry
        where spanco_status = 'Lost' and academic_year_id = 2026 and erased_at is null and merged_into is null order by franchisee_id, captured_at, id)
     insert into household_contact (franchisee_id, household_id, kind, value_norm, label, position)
       select h.franchisee_id, h.household_id, 'PHONE', n.phone_norm, 'OTHER', 2 from hosts h
         cross join lateral (select phone_norm from newest where franchisee_id < h.franchisee_id order by franchisee_id desc limit 1) n
     on conflict do nothing`,
  );

/** One lost family a centre, by the very function that erases (it needs the network's role). */
async function erase(client: Client, today: Day): Promise<void> {
  const { rows } = await client.query<{ centre: number; id: string }>(
    `select distinct on (e.franchisee_id) e.franchisee_id as centre, e.id from enquiry e
      where e.spanco_status = 'Lost' and e.academic_year_id = 2026 and e.merged_into is null and e.moved_to is null
        and not exists (select from enquiry o where o.franchisee_id = e.franchisee_id and o.household_id = e.household_id and o.id <> e.id)
        and not exists (select from applicant a where a.franchisee_id = e.franchisee_id and a.enquiry_id = e.id)
      order by e.franchisee_id, e.captured_at desc, e.id`,
  );
  await client.query("set local role rt_network; set local app.centres = '-'");
  for (const { centre, id } of rows)
    await client.query(
      `select erase_enquiries($1::int, array[$2::uuid], 'FAMILY_ASKED', $3::date + time '12:15' - interval '3 days')`,
      [centre, id, today],
    );
  await client.query('set local role aangan_owner');
}
