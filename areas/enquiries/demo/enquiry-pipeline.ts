// What makes a pipeline look lived in: sisters and brothers in one household, children entered twice, a pair that was
// joined, and a stage of the network's own.

import { addDays, type Day } from '@aangan/contract/period.ts';
import { nameKey } from '@aangan/contract/phone.ts';
import type { Client } from 'pg';
import { teamAt } from '../../../db/demo/people.ts';
import { demoUuid } from '../../../db/demo/random.ts';
import { insertRows } from '../../../db/demo/rows.ts';

const STAGE = 'Demo class booked';

interface OpenOne {
  id: string;
  centre: number;
  household: string;
  first: string;
  last: string;
  dob: string;
  guardian: string;
  phone: string;
  stage: string;
  since: string;
}

export async function writeEnquiryPipeline(client: Client, today: Day): Promise<void> {
  const { rows } = await client.query<OpenOne>(
    `select id, franchisee_id as centre, household_id as household, child_first_name as first, child_last_name as last, child_dob as dob,
       guardian_name as guardian, phone_norm as phone, stage_code as stage, stage_since as since
       from enquiry where spanco_status in ('Suspect', 'Prospect', 'Approach') and academic_year_id = 2026 order by franchisee_id, captured_at, id`,
  );
  await addStage(client);
  for (const [centre, open] of Map.groupBy(rows, (row) => row.centre)) {
    // The youngest stay as they came: the queue of the day begins with them.
    const settled = open.slice(0, Math.max(0, open.length - 20));
    const [elder, younger, one, two, three, four, left, right] = settled.slice(4);
    if (!right || !left || !four || !three || !two || !one || !younger || !elder) continue;
    await makeSiblings(client, elder, younger);
    await enterTwice(client, one, two, today);
    await enterTwice(client, three, four, today);
    await joinPair(client, left, right, today);
    const talking = settled
      .slice(12)
      .filter((row) => row.stage === 'In Conversation' && row.since < addDays(today, -3))
      .slice(0, 3);
    await book(client, centre, talking);
  }
}

const addStage = (client: Client): Promise<number> =>
  insertRows(client, 'enquiry_stage', [
    {
      franchisee_id: 1,
      id: demoUuid('stage', STAGE),
      code: STAGE,
      status: 'Prospect',
      position: 14,
      is_seed: false,
      entered_by: 'USER',
      score: 3,
      max_days: 10,
      active: true,
      needs_note: false,
      needs_sub_status: false,
      needs_follow_up: true,
      needs_appointment: false,
      needs_reason: false,
      sets_intent: true,
      sets_walk_in: false,
      exit_needs: ['dob'],
      colour: 'info',
    },
  ]);

async function makeSiblings(client: Client, elder: OpenOne, younger: OpenOne): Promise<void> {
  await client.query(
    `update enquiry y set household_id = e.household_id, phone_norm = e.phone_norm, email_norm = e.email_norm, guardian_name = e.guardian_name,
       guardian_relation = e.guardian_relation, child_last_name = e.child_last_name
       from enquiry e where e.id = $1 and y.id = $2`,
    [elder.id, younger.id],
  );
  if (younger.household === elder.household) return;
  await client.query('delete from household_contact where household_id = $1', [younger.household]);
  await client.query(
    'delete from enquiry_household h where h.id = $1 and not exists (select from enquiry e where e.household_id = h.id)',
    [younger.household],
  );
}

/** The father wrote, the mother called: one child under two numbers. */
async function enterTwice(client: Client, one: OpenOne, two: OpenOne, today: Day): Promise<void> {
  const [first = one.guardian, ...rest] = one.guardian.split(' ');
  await client.query(
    `update enquiry t set child_first_name = o.child_first_name, child_last_name = null, child_name_key = $3, child_dob = o.child_dob, class_id = o.class_id,
       class_category = o.class_category, guardian_name = $4 from enquiry o where o.id = $1 and t.id = $2`,
    [one.id, two.id, nameKey(one.first), [first, rest.at(-1)?.slice(0, 1)].filter(Boolean).join(' ')],
  );
  const [a, b] = one.id < two.id ? [one.id, two.id] : [two.id, one.id];
  await insertRows(client, 'duplicate_candidate', [
    {
      franchisee_id: one.centre,
      id: demoUuid('duplicate', a, b),
      a_id: a,
      b_id: b,
      score_bp: 9500,
      reasons: ['same names under another number, same birth day'],
      state: 'OPEN',
      at: `${addDays(today, -1)}T02:00:00+05:30`,
    },
  ]);
}

async function joinPair(client: Client, left: OpenOne, right: OpenOne, today: Day): Promise<void> {
  await client.query(
    `update enquiry r set child_first_name = l.child_first_name, child_last_name = l.child_last_name, child_name_key = l.child_name_key, merged_into = l.id
       from enquiry l where l.id = $1 and r.id = $2`,
    [left.id, right.id],
  );
  await insertRows(client, 'enquiry_merge', [
    {
      franchisee_id: left.centre,
      id: demoUuid('merge', left.id),
      survivor_id: left.id,
      merged_id: right.id,
      choices: {},
      before: {},
      after: {},
      contacts: [],
      by: teamAt(left.centre).counsellors[0]?.id ?? null,
      at: `${addDays(today, -2)}T17:20:00+05:30`,
    },
  ]);
}

/** Twenty hours after the talk the class was booked. */
async function book(client: Client, centre: number, talking: readonly OpenOne[]): Promise<void> {
  const ids = talking.map((row) => row.id);
  await client.query(
    `with moved as (update enquiry set stage_code = $2, sub_status = 'Will visit', temperature = case temperature when 'COLD' then 'WARM' else temperature end,
         intent_at = coalesce(intent_at, stage_since), stage_since = stage_since + interval '20 hours' where id = any ($1) returning *)
     insert into enquiry_stage_log (franchisee_id, enquiry_id, seq, at, by, via, action, from_status, to_status, from_stage, to_stage, to_sub_status, seconds_in_stage)
     select franchisee_id, id, (select max(seq) + 1 from enquiry_stage_log l where l.franchisee_id = $3 and l.enquiry_id = moved.id), stage_since, owner_id, 'USER', 'enter',
       'Prospect', 'Prospect', 'In Conversation', $2, 'Will visit', 72000 from moved`,
    [ids, STAGE, centre],
  );
}
