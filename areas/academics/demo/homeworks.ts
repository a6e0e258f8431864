// Six homeworks a section at two centres: two open, some closed, a draft, one withdrawn; handed in, reviewed and returned.
import { academicYearOf, type Day } from '@aangan/contract/period.ts';
import type { Client } from 'pg';
import { ANDHERI, BANER } from '../../../db/demo/places.ts';
import { demoUuidSql } from '../../../db/demo/random.ts';

const HOMEWORKS = [
  ['Draw your family', 'Draw everybody who lives at home and say their names.', 'TICK'],
  ['Find three round things', 'Look for three round things at home. Say what they are for.', 'TICK'],
  ['Count the spoons', 'Count the spoons in the kitchen together, up to ten.', 'TICK'],
  ['Sing the rain song', 'Sing the rain song once before bed.', 'NONE'],
  ['A leaf from your walk', 'Bring a leaf and a drawing of its tree.', 'TICK'],
  ['Buttons', 'Practise closing three buttons.', 'TICK'],
] as const;

export async function writeHomeworks(client: Client, today: Day): Promise<void> {
  await client.query(
    `insert into homework (franchisee_id, id, academic_year_id, section_id, subject_id, title, text, assigned_on, due_on, publish_at, submission, status, withdraw_reason, created_by)
     select s.franchisee_id, ${demoUuidSql(`'homework ' || s.id || t.no`)}, $1, s.id, u.id, t.title, t.text, d.given, d.given + 3,
            case when t.no <> 1 then (d.given + time '13:00') at time zone 'Asia/Kolkata' end, t.submission,
            case when t.no = 1 then 'DRAFT' when t.no = 6 then 'WITHDRAWN' else 'PUBLISHED' end,
            case when t.no = 6 then 'Given twice by mistake' end, p.user_id
       from section s
      cross join unnest($4::text[], $5::text[], $6::text[]) with ordinality t(title, text, submission, no)
      cross join lateral (select $2::date - ((t.no - 1) * 4)::int as given) d
       left join lateral (select j.id from subject j join subject_class k on k.subject_id = j.id where k.class_id = s.class_id
         order by j.position offset t.no % 2 limit 1) u on true
       left join section_teacher c on c.franchisee_id = s.franchisee_id and c.section_id = s.id and c.part = 'CLASS_TEACHER'
       left join staff p on p.franchisee_id = c.franchisee_id and p.id = c.staff_id
      where s.academic_year_id = $1 and s.franchisee_id = any ($3)`,
    [
      academicYearOf(today),
      today,
      [ANDHERI, BANER],
      HOMEWORKS.map(([title]) => title),
      HOMEWORKS.map(([, text]) => text),
      HOMEWORKS.map(([, , submission]) => submission),
    ],
  );
  await client.query(
    `insert into homework_submission (franchisee_id, id, homework_id, enrolment_id, attempt, handed_in_at, late, by_kind, status, sticker, comment, reviewed_by, reviewed_at)
     select h.franchisee_id, ${demoUuidSql(`'hand-in ' || h.id || e.id`)}, h.id, e.id, 1, h.publish_at + interval '1 day', false, 'FAMILY', x.status,
            case when x.status = 'REVIEWED' then (array['STAR', 'SUN', 'ROCKET', 'HEART'])[1 + v.n % 4] end,
            case when x.status = 'RETURNED' then 'Please try once more together' end,
            case when x.status <> 'SUBMITTED' then h.created_by end, case when x.status <> 'SUBMITTED' then h.publish_at + interval '2 days' end
       from homework h
       join placement l on l.franchisee_id = h.franchisee_id and l.section_id = h.section_id and l.from_on <= h.assigned_on
        and coalesce(l.before_on, 'infinity') > h.assigned_on
       join enrolment e on e.franchisee_id = l.franchisee_id and e.id = l.enrolment_id and e.status <> 'CANCELLED'
      cross join lateral (select get_byte(decode(md5(e.id::text || h.id), 'hex'), 0) as n) v
      cross join lateral (select case when v.n < 60 then 'SUBMITTED' when v.n < 75 then 'RETURNED' else 'REVIEWED' end as status) x
      where h.status = 'PUBLISHED' and h.submission = 'TICK' and v.n < 200`,
  );
}
