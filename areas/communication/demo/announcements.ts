// Announcements of two centres and of head office: pinned ones, some to acknowledge, in every state, with their readers.
import type { Day } from '@aangan/contract/period.ts';
import type { Client } from 'pg';
import { headOffice, parent, systemTeam, teams } from '../../../db/demo/people.ts';
import { ANDHERI, BANER } from '../../../db/demo/places.ts';
import { demoUuidSql } from '../../../db/demo/random.ts';

type Row = readonly [
  title: string,
  titleHi: string | null,
  body: string,
  bodyHi: string | null,
  people: 'ALL' | 'PARENT' | 'STAFF',
  status: 'DRAFT' | 'SCHEDULED' | 'PUBLISHED' | 'WITHDRAWN',
  /** Days from today to its publication, and to its end. */
  from: number,
  until: number,
  acknowledge: boolean,
  pinned: boolean,
];

const AT_A_CENTRE: readonly Row[] = [
  [
    'Rain: please bring a change of clothes',
    'बारिश: कृपया कपड़ों का एक जोड़ा दें',
    'It rains a lot this week. Please send one change of clothes and a towel in a labelled bag.',
    'इस सप्ताह बहुत बारिश है। कृपया नाम लिखे थैले में कपड़ों का एक जोड़ा और तौलिया भेजें।',
    'PARENT',
    'PUBLISHED',
    -2,
    12,
    true,
    true,
  ],
  [
    'Pick-up: who may fetch your child',
    'पिक-अप: आपके बच्चे को कौन ले जा सकता है',
    'We hand children only to people on the pick-up list. Please check your list in the app.',
    'हम बच्चों को केवल पिक-अप सूची के लोगों को सौंपते हैं। कृपया ऐप में अपनी सूची देखें।',
    'PARENT',
    'PUBLISHED',
    -6,
    8,
    true,
    false,
  ],
  [
    'Picnic on Friday',
    'शुक्रवार को पिकनिक',
    'We leave at 09:30 and are back at 12:30. Please pack a small lunch and water.',
    'हम 09:30 पर निकलेंगे और 12:30 तक लौटेंगे। कृपया हल्का भोजन और पानी दें।',
    'PARENT',
    'PUBLISHED',
    -1,
    13,
    false,
    false,
  ],
  [
    'Meeting of all teachers',
    null,
    'Thursday at 13:30 in the activity room: plan of the next month and the annual day.',
    null,
    'STAFF',
    'PUBLISHED',
    -3,
    4,
    true,
    false,
  ],
  [
    'New menu of the canteen',
    null,
    'The menu of this month hangs at the entrance. Tell us about allergies in the app.',
    null,
    'ALL',
    'PUBLISHED',
    -20,
    -6,
    false,
    false,
  ],
  [
    'Photographs for the class wall',
    'कक्षा की दीवार के लिए तस्वीरें',
    'Please send a family photograph of postcard size by next week.',
    'कृपया अगले सप्ताह तक पोस्टकार्ड आकार की पारिवारिक तस्वीर भेजें।',
    'PARENT',
    'SCHEDULED',
    2,
    16,
    false,
    false,
  ],
  [
    'Water supply on Saturday',
    null,
    'There is no water in the building on Saturday afternoon. The office is closed from 12:00.',
    null,
    'ALL',
    'DRAFT',
    0,
    14,
    false,
    false,
  ],
  [
    'Fancy dress on Monday',
    null,
    'Announced for the wrong day. A new date follows.',
    null,
    'PARENT',
    'WITHDRAWN',
    -9,
    5,
    false,
    false,
  ],
];

const OF_HEAD_OFFICE = [
  [
    'Safety week in all centres',
    'सभी केंद्रों में सुरक्षा सप्ताह',
    'Fire drill, first aid and road safety: one subject a day in every centre.',
    'अग्नि अभ्यास, प्राथमिक उपचार और सड़क सुरक्षा: हर केंद्र में प्रतिदिन एक विषय।',
    'ALL',
    'PUBLISHED',
  ],
  [
    'Holiday list of the year',
    null,
    'The list of closed days stands in the calendar of each centre.',
    null,
    'ALL',
    'WAITING',
  ],
  [
    'New handbook for the staff',
    null,
    'The handbook of this year is valid from the first of next month. Please read chapter 3 on safety.',
    null,
    'STAFF',
    'PUBLISHED',
  ],
  [
    'Parents evening in every centre',
    null,
    'One evening in the coming month. The centre tells you the day.',
    null,
    'ALL',
    'PUBLISHED',
  ],
] as const;

const at = (days: string) => `(($1::date + ${days}) + time '09:00') at time zone 'Asia/Kolkata'`;

export async function writeAnnouncements(client: Client, today: Day): Promise<void> {
  for (const [index, centre] of [ANDHERI, BANER].entries()) {
    const head = teams[index]?.head.id;
    for (const [n, row] of AT_A_CENTRE.entries()) {
      const [title, titleHi, body, bodyHi, people, status, from, until, acknowledge, pinned] = row;
      await client.query(
        `insert into announcement (franchisee_id, id, title, title_hi, body, body_hi, people, target, publish_at, expires_at, pinned_until,
                ack_required, ack_by, status, submitted_by, withdraw_reason, created_by, created_at)
         values ($2, ${demoUuidSql(`'announcement ' || $2::int || ' ' || $3::int`)}, $4, $5, $6, $7, $8, $9, case when $10 <> 'DRAFT' then ${at('$11::int')} end,
                 ${at('$12::int')}, case when $13 then $1::date + 7 end, $14, case when $14 then $1::date + 3 end, $10,
                 case when $10 <> 'DRAFT' then $15::uuid end, case when $10 = 'WITHDRAWN' then 'Announced for the wrong day' end, $15, ${at('least($11::int, 0) - 1')})`,
        [
          today,
          centre,
          n,
          title,
          titleHi,
          body,
          bodyHi,
          people,
          people === 'STAFF'
            ? 'All staff'
            : people === 'PARENT'
              ? 'All families'
              : 'All families and all staff',
          status,
          from,
          until,
          pinned,
          acknowledge,
          head,
        ],
      );
    }
  }
  for (const [n, [title, titleHi, body, bodyHi, people, status]] of OF_HEAD_OFFICE.entries())
    await client.query(
      `insert into announcement (franchisee_id, id, title, title_hi, body, body_hi, people, target, publish_at, expires_at, status, submitted_by, approved_by, created_by, created_at)
       values (1, ${demoUuidSql(`'announcement of head office ' || $2::int`)}, $3, $4, $5, $6, $7, case when $7 = 'STAFF' then 'All staff at all centres' else 'All families and all staff at all centres' end,
               case when $8 = 'PUBLISHED' then ${at('-4')} end, ${at('20')}, $8, $9::uuid, case when $8 = 'PUBLISHED' then $10::uuid end, $9, ${at('-5')})`,
      [
        today,
        n,
        title,
        titleHi,
        body,
        bodyHi,
        people,
        status,
        systemTeam.superadmin2.id,
        headOffice.marketing.id,
      ],
    );
  // One for a class: its families alone.
  await client.query(
    `update announcement set class_ids = '{3}', target = 'Families of Nursery' where title = 'Picnic on Friday'`,
  );
  await client.query(
    `insert into announcement_recipient (franchisee_id, announcement_id, person_kind, person_id, user_id, family_id, student_ids)
     select g.franchisee_id, a.id, 'GUARDIAN', g.id, g.user_id, g.family_id, array_agg(e.student_id)
       from announcement a
       join enrolment e on e.status in ('ACTIVE', 'ON_HOLD') and e.franchisee_id = any ($1::int[]) and a.franchisee_id in (1, e.franchisee_id)
       join student_guardian sg on sg.franchisee_id = e.franchisee_id and sg.student_id = e.student_id and sg.gets_messages and not sg.restricted and sg.valid_to is null
       join guardian g on g.franchisee_id = sg.franchisee_id and g.id = sg.guardian_id and not g.deceased
      where a.status in ('PUBLISHED', 'WITHDRAWN') and a.people <> 'STAFF' and (a.class_ids = '{}' or e.class_id = any (a.class_ids))
      group by g.franchisee_id, a.id, g.id, g.user_id, g.family_id
     union all
     select distinct e.franchisee_id, a.id, 'STAFF', u.id, u.id, null::uuid, '{}'::uuid[]
       from announcement a cross join user_role r join app_user u on u.id = r.user_id and u.kind = 'STAFF' and u.state = 'ACTIVE'
      cross join lateral (select case when r.scope = 'CENTRE' then r.franchisee_id else 1 end as franchisee_id) e
      where a.status in ('PUBLISHED', 'WITHDRAWN') and a.people <> 'PARENT' and r.ended_at is null
        and (e.franchisee_id = a.franchisee_id or (a.franchisee_id = 1 and e.franchisee_id = any ($1::int[] || 1)))`,
    [[ANDHERI, BANER]],
  );
  // Two of three have read; half of those have acknowledged. The demo's parent still has it before her.
  await client.query(
    `update announcement_recipient r set seen_version = 1, seen_at = a.publish_at + v.n * interval '7 minutes',
            ack_version = case when a.ack_required and v.n % 2 = 0 then 1 end, ack_at = case when a.ack_required and v.n % 2 = 0 then a.publish_at + v.n * interval '8 minutes' end
       from announcement a, (select announcement_id, franchisee_id, person_id, get_byte(decode(md5(announcement_id::text || person_id), 'hex'), 0) as n from announcement_recipient) v
      where a.id = r.announcement_id and v.announcement_id = r.announcement_id and v.franchisee_id = r.franchisee_id and v.person_id = r.person_id and v.n < 170 and a.publish_at is not null
        and r.user_id is distinct from $1::uuid`,
    [parent.id],
  );
}
