// Diaries of the last fortnight at two centres: twenty entries a section, some drafts and one withdrawn, most seen and many
// acknowledged by the families that have a sign-in.
import { academicYearOf, type Day } from '@aangan/contract/period.ts';
import type { Client } from 'pg';
import { ANDHERI, BANER } from '../../../db/demo/places.ts';
import { demoUuidSql } from '../../../db/demo/random.ts';

const ENTRIES = [
  [
    'GENERAL',
    'Rain and puddles',
    'We watched the rain, jumped over puddles and painted clouds.',
    'हमने बारिश देखी, पानी के गड्ढे कूदे और बादल बनाए।',
  ],
  [
    'GENERAL',
    'Birthday lunch',
    'We sang for our friend and shared fruit after lunch.',
    'हमने अपने मित्र के लिए गाया और भोजन के बाद फल बाँटे।',
  ],
  [
    'GENERAL',
    'Please bring an empty box',
    'Tomorrow we build a town. Please send one empty box from home.',
    'कल हम एक शहर बनाएँगे। कृपया घर से एक खाली डिब्बा भेजें।',
  ],
  ['GENERAL', 'Garden morning', 'We planted coriander and watered it. It will be ready in four weeks.', null],
  [
    'SUBJECT',
    'The letter S',
    'We traced the letter S in sand and found five words that begin with it.',
    'हमने रेत में S अक्षर बनाया और उससे शुरू होने वाले पाँच शब्द ढूँढे।',
  ],
  ['SUBJECT', 'Counting to ten', 'We counted beans, steps and claps to ten, forwards and backwards.', null],
  [
    'SUBJECT',
    'Story: The thirsty crow',
    'We told the story with a jug, pebbles and water.',
    'हमने घड़े, कंकड़ और पानी से प्यासे कौवे की कहानी सुनाई।',
  ],
  [
    'CLASSWORK',
    'Block towers',
    'Towers of ten blocks: we compared which is taller.',
    'दस गुटकों की मीनारें: हमने देखा कौन सी ऊँची है।',
  ],
  ['CLASSWORK', 'Leaf prints', 'Prints of leaves from the garden, in three colours.', null],
  [
    'CLASSWORK',
    'Cutting along a line',
    'We cut along straight and curved lines.',
    'हमने सीधी और टेढ़ी रेखाओं पर कागज़ काटा।',
  ],
] as const;

export async function writeDiaries(client: Client, today: Day): Promise<void> {
  const year = academicYearOf(today);
  await client.query(
    `insert into diary_entry (franchisee_id, id, academic_year_id, kind, section_id, subject_id, on_date, topic, text_en, text_hi,
            ack_required, publish_at, status, withdraw_reason, created_by)
     select s.franchisee_id, ${demoUuidSql(`'diary ' || s.id || n.n`)}, $1, t.kind, s.id, u.id, d.day, t.topic, t.en, t.hi,
            n.n % 10 = 2, case when n.n not in (0, 4) then (d.day + time '12:40') at time zone 'Asia/Kolkata' end,
            case when n.n in (0, 4) then 'DRAFT' when n.n = 17 then 'WITHDRAWN' else 'PUBLISHED' end,
            case when n.n = 17 then 'Written for another day' end, p.user_id
       from section s cross join generate_series(0, 19) n(n)
       join unnest($4::text[], $5::text[], $6::text[], $7::text[]) with ordinality t(kind, topic, en, hi, no) on t.no = n.n % 10 + 1
       -- Two a working day, back from yesterday; one draft is of today.
       cross join lateral (select case when n.n = 0 then $2::date else (
         select day::date from generate_series($2::date - 1, $2::date - 20, interval '-1 day') day
          where extract(isodow from day) < 6 offset (n.n - 1) / 2 limit 1) end as day) d
       left join lateral (select j.id from subject j join subject_class k on k.subject_id = j.id
         where t.kind <> 'GENERAL' and k.class_id = s.class_id order by j.position offset n.n % 2 limit 1) u on true
       left join section_teacher c on c.franchisee_id = s.franchisee_id and c.section_id = s.id and c.part = 'CLASS_TEACHER'
       left join staff p on p.franchisee_id = c.franchisee_id and p.id = c.staff_id
      where s.academic_year_id = $1 and s.franchisee_id = any ($3) and (t.kind = 'GENERAL' or u.id is not null)`,
    [
      year,
      today,
      [ANDHERI, BANER],
      ENTRIES.map(([kind]) => kind),
      ENTRIES.map(([, topic]) => topic),
      ENTRIES.map(([, , en]) => en),
      ENTRIES.map(([, , , hi]) => hi),
    ],
  );
  await client.query(
    `insert into diary_ack (franchisee_id, entry_id, enrolment_id, user_id, seen_at, acknowledged_at)
     select d.franchisee_id, d.id, e.id, g.user_id, d.publish_at + interval '5 hours',
            case when d.ack_required and h.n < 60 then d.publish_at + interval '5 hours 2 minutes' end
       from diary_entry d
       join placement l on l.franchisee_id = d.franchisee_id and l.section_id = d.section_id and l.from_on <= d.on_date
        and coalesce(l.before_on, 'infinity') > d.on_date
       join enrolment e on e.franchisee_id = l.franchisee_id and e.id = l.enrolment_id and e.status <> 'CANCELLED'
       join lateral (select g.user_id from student_guardian b join guardian g on g.franchisee_id = b.franchisee_id and g.id = b.guardian_id
         where b.franchisee_id = e.franchisee_id and b.student_id = e.student_id and g.user_id is not null order by g.id limit 1) g on true
      cross join lateral (select get_byte(decode(md5(e.id::text || d.id), 'hex'), 0) * 100 / 256 as n) h
      where d.status = 'PUBLISHED' and h.n < 80`,
  );
  // Two days of care of the youngest: what was eaten, how long they slept, how they were.
  await client.query(
    `insert into care_event (franchisee_id, id, enrolment_id, section_id, on_date, at, kind, value, qty, created_by)
     select s.franchisee_id, ${demoUuidSql(`'care ' || e.id || d.day || k.kind`)}, e.id, s.id, d.day,
            (d.day + k.at) at time zone 'Asia/Kolkata', k.kind, k.choices[1 + h.n % 4], case when k.kind = 'NAP' then 20 * (1 + h.n % 4) end, p.user_id
       from section s
       join placement l on l.franchisee_id = s.franchisee_id and l.section_id = s.id and l.before_on is null
       join enrolment e on e.franchisee_id = l.franchisee_id and e.id = l.enrolment_id and e.status = 'ACTIVE'
      cross join (values ($2::date - 1), ($2::date)) d(day)
      cross join (values ('MEAL', time '11:15', array['ALL', 'ALL', 'HALF', 'LITTLE']), ('NAP', time '12:30', null), ('MOOD', time '13:40', array['HAPPY', 'HAPPY', 'CALM', 'TIRED']))
        k(kind, at, choices)
      cross join lateral (select get_byte(decode(md5(e.id::text || d.day || k.kind), 'hex'), 0) as n) h
       left join section_teacher c on c.franchisee_id = s.franchisee_id and c.section_id = s.id and c.part = 'CLASS_TEACHER'
       left join staff p on p.franchisee_id = c.franchisee_id and p.id = c.staff_id
      where s.academic_year_id = $1 and s.franchisee_id = any ($3) and s.class_id <= 2`,
    [year, today, [ANDHERI, BANER]],
  );
}
