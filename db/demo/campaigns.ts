// Campaigns of two centres in every state, the messages of a sent one, rates and senders.
import type { Day } from '@aangan/contract/period.ts';
import type { Client } from 'pg';
import { teams } from './people.ts';
import { ANDHERI, BANER } from './places.ts';
import { demoUuidSql } from './random.ts';

const CAMPAIGNS = [
  ['Open day in the garden', 'Open day', 'SEND_SMS', 'COMPLETED', -6],
  ['Minutes of the last meeting', 'Minutes of the parents meeting', 'SEND_EMAIL', 'COMPLETED', -12],
  ['Invitation to everybody', 'Open day', 'SEND_SMS', 'WAITING_APPROVAL', -1],
  ['Fees of the term', 'Fee reminder by the centre', 'SEND_SMS', 'DRAFT', 0],
  ['Reminder of the meeting', 'Minutes of the parents meeting', 'SEND_EMAIL', 'CANCELLED', -3],
] as const;

export async function writeCampaigns(client: Client, today: Day): Promise<void> {
  await client.query(
    `insert into sms_header (header, kind, entity_id) values ('AANGAN', 'SERVICE', repeat('1', 19)), ('123456', 'PROMOTIONAL', repeat('1', 19))`,
  );
  await client.query(
    `insert into message_rate (channel, category, from_on, paise_per_hundred)
     select c, k, $1::date - 200, p from (values ('SMS', 'SERVICE', 1800), ('SMS', 'PROMOTIONAL', 2000), ('EMAIL', 'SERVICE', 0), ('EMAIL', 'PROMOTIONAL', 0)) v(c, k, p)`,
    [today],
  );
  for (const [index, centre] of [ANDHERI, BANER].entries())
    for (const [n, [title, template, page, status, day]] of CAMPAIGNS.entries()) {
      // The one that waits was made by the counsellor, so that the centre head may approve it.
      const maker = status === 'WAITING_APPROVAL' ? teams[index]?.counsellors[0]?.id : teams[index]?.head.id;
      await client.query(
        `insert into campaign (franchisee_id, id, title, page, template_id, template_version, audience, values, target, status, matched, reached, units, out, checked_at,
                made_by, started_at, finished_at, cancel_reason, created_by, created_at)
         select $1, ${demoUuidSql(`'campaign ' || $1::int || ' ' || $2::int`)}, $3, $4, t.id, 1, '{"people": "PARENT", "centreIds": [], "classIds": [], "sectionIds": [], "studentIds": [], "stages": []}', '{}',
                'All families', $6, x.n, x.n - 3, case when $4 = 'SEND_SMS' then x.n - 3 end, case when x.n is not null then '{"NO_ADDRESS": 3}'::jsonb else '{}' end, d.at,
                $8, case when $6 = 'COMPLETED' then d.at end, case when $6 in ('COMPLETED', 'CANCELLED') then d.at + interval '20 minutes' end,
                case when $6 = 'CANCELLED' then 'Sent by hand already' end, $8, d.at
           from template t cross join lateral (select case when $6 in ('DRAFT', 'CANCELLED') then null when $6 = 'WAITING_APPROVAL' then 540 else 23 end as n) x
          cross join lateral (select (($9::date + $7::int) + time '11:00') at time zone 'Asia/Kolkata' as at) d
          where t.name = $5 and t.franchisee_id in (1, $1)`,
        [centre, n, title, page, template, status, day, maker, today],
      );
    }
  // The values of a message that left long ago are gone; its masked text stands.
  await client.query(
    `insert into message (franchisee_id, id, queued_at, kind, channel, language, to_kind, to_id, family_id, address_mask, name_mask, vars_sealed, subject_masked, body_masked,
            category, urgency, status, reason, units, sent_at, delivered_at, failed_at, provider, source_kind, source_id)
     select c.franchisee_id, ${demoUuidSql(`'message ' || c.id || g.id`)}, c.started_at + g.n * interval '2 seconds', 'communication.campaign',
            case when c.page = 'SEND_SMS' then 'SMS' else 'EMAIL' end, 'en', 'GUARDIAN', g.id, g.family_id,
            case when c.page = 'SEND_SMS' then '+91 98••• •••' || lpad((g.n % 100)::text, 2, '0') else left(g.name, 1) || '•••@•••' end, left(g.name, 1) || '•••', '',
            case when c.page = 'SEND_EMAIL' then c.title end, c.title, 'SERVICE', 'ROUTINE', s.status, case when s.status = 'FAILED' then 'the number does not exist' end,
            case when c.page = 'SEND_SMS' then 1 end, c.started_at + g.n * interval '3 seconds', case when s.status = 'DELIVERED' then c.started_at + g.n * interval '5 seconds' end,
            case when s.status = 'FAILED' then c.started_at + g.n * interval '5 seconds' end, 'OUTBOX', 'campaign', c.id::text
       from campaign c
      cross join lateral (select id, family_id, name, row_number() over (order by id) as n from guardian where franchisee_id = c.franchisee_id order by id limit 20) g
      cross join lateral (select case when g.n % 9 = 0 then 'FAILED' when g.n % 4 = 0 then 'SENT' else 'DELIVERED' end as status) s
      where c.status = 'COMPLETED'`,
  );
}
