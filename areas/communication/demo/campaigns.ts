// Campaigns of two centres in every state, the messages of a sent one, rates and senders.
import { addDays, type Day } from '@aangan/contract/period.ts';
import { aad, seal } from '@aangan/server/work/seal.ts';
import type { Client } from 'pg';
import { teams } from '../../../db/demo/people.ts';
import { ANDHERI, BANER } from '../../../db/demo/places.ts';
import { demoUuidSql } from '../../../db/demo/random.ts';
import { addressHash } from '../message/message-gates.server.ts';
import { withOwnText } from '../message/render-text.ts';

const CAMPAIGNS = [
  ['Open day in the garden', 'Open day', 'SEND_SMS', 'COMPLETED', -6, { day: 5 }],
  [
    'Minutes of the last meeting',
    'Minutes of the parents meeting',
    'SEND_EMAIL',
    'COMPLETED',
    -12,
    { minutes: 'We spoke about the annual day.' },
  ],
  ['Friends of the garden', 'Admissions are open', 'SEND_SMS', 'WAITING_APPROVAL', -1, {}],
  [
    'What grew in the garden',
    'News of the month',
    'SEND_EMAIL',
    'WAITING_APPROVAL',
    -2,
    { news: 'the first coriander, and a story about rain' },
  ],
  ['Fees of the term', 'Fee reminder by the centre', 'SEND_SMS', 'DRAFT', 0, { day: 10 }],
  [
    'Reminder of the meeting',
    'Minutes of the parents meeting',
    'SEND_EMAIL',
    'CANCELLED',
    -3,
    { minutes: 'The next meeting is about the summer.' },
  ],
] as const;

/** Days of a value are counted from the day of the campaign. */
const valuesOn = (values: Readonly<Record<string, string | number>>, on: Day): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        typeof value === 'number' ? addDays(on, value) : value,
      ]),
    ),
  );

const MASKED = `split_part(g.name, ' ', 1) || coalesce(' ' || left(substring(g.name from ' (\\S+)$'), 1) || '.', '')`;

export async function writeCampaigns(client: Client, today: Day): Promise<void> {
  await client.query(
    `insert into sms_header (header, kind, entity_id) values ('AANGAN', 'SERVICE', repeat('1', 19)), ('123456', 'PROMOTIONAL', repeat('1', 19))`,
  );
  await client.query(
    `insert into message_rate (channel, category, from_on, paise_per_hundred)
     select c, k, $1::date - 200, p from (values ('SMS', 'SERVICE', 1800), ('SMS', 'PROMOTIONAL', 2000), ('EMAIL', 'SERVICE', 0), ('EMAIL', 'PROMOTIONAL', 0)) v(c, k, p)`,
    [today],
  );
  await answerForNews(client);
  for (const [index, centre] of [ANDHERI, BANER].entries())
    for (const [n, [title, template, page, status, day, values]] of CAMPAIGNS.entries()) {
      // The one that waits was made by the counsellor, so that the centre head may approve it.
      const maker = status === 'WAITING_APPROVAL' ? teams[index]?.counsellors[0]?.id : teams[index]?.head.id;
      await client.query(
        `insert into campaign (franchisee_id, id, title, page, template_id, template_version, audience, values, places, target, status, matched, reached, units, out, checked_at,
                made_by, started_at, finished_at, cancel_reason, created_by, created_at)
         select $1, ${demoUuidSql(`'campaign ' || $1::int || ' ' || $2::int`)}, $3, $4, t.id, 1, jsonb_build_object('people', 'PARENT', 'centreIds', '[]'::jsonb, 'classIds', case when $6 = 'WAITING_APPROVAL' then '[3]' else '[]' end::jsonb,
                  'sectionIds', '[]'::jsonb, 'studentIds', '[]'::jsonb, 'stages', '[]'::jsonb), $10,
                array[$1::int], case when $6 = 'WAITING_APPROVAL' then 'Families of Nursery' else 'All families' end, $6, x.n, x.n - 3, case when $4 = 'SEND_SMS' then x.n - 3 end, case when x.n is not null then '{"NO_ADDRESS": 3}'::jsonb else '{}' end, d.at,
                $8, case when $6 = 'COMPLETED' then d.at end, case when $6 in ('COMPLETED', 'CANCELLED') then d.at + interval '20 minutes' end,
                case when $6 = 'CANCELLED' then 'Sent by hand already' end, $8, d.at
           from template t cross join lateral (select case when $6 in ('DRAFT', 'CANCELLED') then null else 23 end as n) x
          cross join lateral (select (($9::date + $7::int) + time '11:00') at time zone 'Asia/Kolkata' as at) d
          where t.name = $5 and t.franchisee_id in (1, $1)`,
        [centre, n, title, page, template, status, day, maker, today, valuesOn(values, addDays(today, day))],
      );
    }
  // The values of a message that left long ago are gone; its masked text stands.
  await client.query(
    `insert into message (franchisee_id, id, queued_at, kind, channel, language, to_kind, to_id, family_id, address_mask, name_mask, vars_sealed, subject_masked, body_masked,
            category, urgency, status, reason, units, sent_at, delivered_at, failed_at, provider, source_kind, source_id)
     select c.franchisee_id, ${demoUuidSql(`'message ' || c.id || g.id`)}, c.started_at + g.n * interval '2 seconds', 'communication.campaign',
            case when c.page = 'SEND_SMS' then 'SMS' else 'EMAIL' end, 'en', 'GUARDIAN', g.id, g.family_id,
            case when c.page = 'SEND_SMS' then '+91 98••• •••' || lpad((g.n % 100)::text, 2, '0') else left(g.name, 1) || '•••@•••' end, ${MASKED}, '',
            case when c.page = 'SEND_EMAIL' then c.title end, c.title, 'SERVICE', 'ROUTINE', s.status, case when s.status = 'FAILED' then 'the number does not exist' end,
            case when c.page = 'SEND_SMS' then 1 end, c.started_at + g.n * interval '3 seconds', case when s.status = 'DELIVERED' then c.started_at + g.n * interval '5 seconds' end,
            case when s.status = 'FAILED' then c.started_at + g.n * interval '5 seconds' end, 'OUTBOX', 'campaign', c.id::text
       from campaign c
      cross join lateral (select id, family_id, name, row_number() over (order by id) as n from guardian where franchisee_id = c.franchisee_id order by id limit 20) g
      cross join lateral (select case when g.n % 9 = 0 then 'FAILED' when g.n % 4 = 0 then 'SENT' else 'DELIVERED' end as status) s
      where c.status = 'COMPLETED'`,
  );
  await writeOthers(client, today);
  await sealFailed(client);
}

/** Four of five guardians agreed to news and offers. */
async function answerForNews(client: Client): Promise<void> {
  const answered = `from guardian g cross join lateral (select get_byte(decode(md5(g.id::text || 'news'), 'hex'), 0) < 205 as yes) a
    where g.franchisee_id = any ($1)`;
  await client.query(
    `insert into consent_answer (franchisee_id, subject_kind, subject_id, purpose, answer, text_version, language, method, at)
     select g.franchisee_id, 'GUARDIAN', g.id, 'MESSAGES_MARKETING', case when a.yes then 'YES' else 'NO' end, 1, 'en', 'PAPER', g.created_at ${answered}`,
    [[ANDHERI, BANER]],
  );
  await client.query(
    `insert into consent_now (franchisee_id, subject_kind, subject_id, purpose, allowed, yes_by, no_by, text_version)
     select g.franchisee_id, 'GUARDIAN', g.id, 'MESSAGES_MARKETING', a.yes, case when a.yes then array[g.id] else '{}' end,
            case when a.yes then '{}' else array[g.id] end, 1 ${answered}`,
    [[ANDHERI, BANER]],
  );
}

/** One message in each of the other states, of a notice that also went by SMS and WhatsApp. */
async function writeOthers(client: Client, today: Day): Promise<void> {
  await client.query(
    `insert into message (franchisee_id, id, queued_at, kind, channel, language, to_kind, to_id, family_id, address_mask, name_mask, vars_sealed, body_masked,
            category, urgency, status, reason, units, not_before, sent_at, read_at, provider)
     select g.franchisee_id, ${demoUuidSql(`'other message ' || g.franchisee_id || s.status`)}, d.at, 'communication.announcement-notice', s.channel, 'en', 'GUARDIAN', g.id, g.family_id,
            '+91 98••• •••' || lpad((30 + s.n)::text, 2, '0'), ${MASKED}, '', 'New at your centre: Picnic on Friday', 'SERVICE', 'ROUTINE', s.status, s.reason,
            case when s.channel = 'SMS' then 1 end, case when s.status = 'QUEUED' then (($2::date + 1) + time '08:00') at time zone 'Asia/Kolkata' end,
            case when s.status in ('READ', 'UNKNOWN') then d.at end, case when s.status = 'READ' then d.at + interval '9 minutes' end,
            case when s.status in ('READ', 'UNKNOWN') then 'OUTBOX' end
       from (values (1, 'QUEUED', 'SMS', null), (2, 'READ', 'WHATSAPP', null), (3, 'UNKNOWN', 'SMS', 'WORKER_LOST'), (4, 'SUPPRESSED', 'WHATSAPP', 'NO_CONSENT'),
              (5, 'CANCELLED', 'SMS', 'BY_HAND')) s(n, status, channel, reason)
       join (select franchisee_id, id, family_id, name, row_number() over (partition by franchisee_id order by id) as n from guardian where franchisee_id = any ($1)) g on g.n = s.n
      cross join lateral (select (($2::date - 1) + time '20:40') at time zone 'Asia/Kolkata' - s.n * interval '1 minute' as at) d`,
    [[ANDHERI, BANER], today],
  );
}

const OWN = {
  SMS: {
    text: 'Dear {name}, {centre} invites you to the open day on {day}. Aangan',
    subject: null,
    language: 'en',
    dltTemplateId: '1'.repeat(19),
  },
  EMAIL: {
    text: 'Dear {name},\n\nthank you for coming. {minutes}\n\n{centre}',
    subject: 'Minutes of the meeting',
    language: 'en',
    dltTemplateId: null,
  },
} as const;

interface Failed {
  at: number;
  id: string;
  channel: 'SMS' | 'EMAIL';
  address: string;
  values: Record<string, string>;
}

/** What failed may be sent again, so its address and text lie sealed as those of a real one; mail that came back is stopped. */
async function sealFailed(client: Client): Promise<void> {
  const { rows } = await client.query<Failed>(
    `select m.franchisee_id as at, m.id, m.channel,
            case when m.channel = 'SMS' then coalesce(g.mobile, '+919800000000') else coalesce(g.email, 'family.' || left(g.id::text, 8) || '@mail.example') end as address,
            jsonb_build_object('name', g.name, 'centre', f.company_name, 'brand', 'Aangan') || c.values as values
       from message m join campaign c on c.franchisee_id = m.franchisee_id and c.id::text = m.source_id
       join guardian g on g.franchisee_id = m.franchisee_id and g.id = m.to_id join franchisee f on f.id = m.franchisee_id
      where m.status = 'FAILED' and m.channel in ('SMS', 'EMAIL')`,
  );
  for (const { at, id, channel, address, values } of rows) {
    const place = (column: string) => aad('message', column, at, id);
    const hash = addressHash(channel, address);
    await client.query(
      'update message set address_sealed = $3, address_hash = $4, vars_sealed = $5 where franchisee_id = $1 and id = $2',
      [
        at,
        id,
        seal(address, place('address_sealed')),
        hash,
        seal(JSON.stringify(withOwnText(values, OWN[channel])), place('vars_sealed')),
      ],
    );
    if (channel === 'EMAIL')
      await client.query(
        `insert into suppression (channel, address_hash, scope, reason) values ('EMAIL', $1, 'ALL', 'HARD_BOUNCE') on conflict do nothing`,
        [hash],
      );
  }
}
