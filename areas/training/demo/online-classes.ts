// Online classes of two centres: held ones with who was there, one that goes on, one called off, a series to come.
import { academicYearOf, type Day } from '@aangan/contract/period.ts';
import type { Client } from 'pg';
import { ANDHERI, BANER } from '../../../db/demo/places.ts';
import { demoUuidSql } from '../../../db/demo/random.ts';

// biome-ignore format: a table
const CLASSES = [
  // title, subject, day from today, starts at (null: ten minutes ago), minutes, status, of a series
  ['Rhymes and finger plays', 'English', -8, '16:00', 30, 'COMPLETED', false],
  ['Colours around us', 'Environment', -5, '11:00', 40, 'COMPLETED', false],
  ['Count with me', 'Number work', -2, '16:00', 30, 'COMPLETED', false],
  ['Shapes at home', 'Number work', -1, '11:00', 30, 'CANCELLED', false],
  ['Story hour', 'English', 0, null, 45, 'LIVE', false],
  ['Rhymes and finger plays', 'English', 1, '16:00', 30, 'SCHEDULED', true],
  ['Rhymes and finger plays', 'English', 8, '16:00', 30, 'SCHEDULED', true],
  ['Grandparents’ day songs', null, 2, '17:00', 60, 'SCHEDULED', false],
] as const;

export async function writeOnlineClasses(client: Client, today: Day, now: Date): Promise<void> {
  const year = academicYearOf(today);
  // A teacher of several sections holds classes for the last of them: Divya for the one that Gita's child is in.
  await client.query(
    `with host as (select distinct on (t.staff_id) t.franchisee_id, t.staff_id, t.section_id, p.user_id from section_teacher t
        join staff p on p.franchisee_id = t.franchisee_id and p.id = t.staff_id and p.status = 'APPROVED' and p.user_id is not null
        join section s on s.franchisee_id = t.franchisee_id and s.id = t.section_id and s.academic_year_id = $1 and s.active
        where t.franchisee_id = any ($2) and t.part = 'CLASS_TEACHER' order by t.staff_id, s.class_id desc, s.name desc),
      plan as (select h.*, c.*, ${demoUuidSql(`'online class ' || h.section_id || c.no`)} as class_id,
          case when c.at is null then $4::timestamptz - interval '10 minutes' else ($3::date + c.day + c.at::time) at time zone 'Asia/Kolkata' end as starts_at
        from host h cross join unnest($5::text[], $6::text[], $7::int[], $8::text[], $9::int[], $10::text[], $11::boolean[])
          with ordinality c(title, subject, day, at, minutes, status, series, no)),
      made as (insert into online_class (franchisee_id, id, academic_year_id, title, subject, starts_at, ends_at, host_staff_id, series_id, link_url,
          lobby, status, cancel_reason, opened_at, ended_at, links_sent_at, created_by, created_at)
        select franchisee_id, class_id, $1, title, subject, starts_at, starts_at + make_interval(mins => minutes), staff_id,
          case when series then ${demoUuidSql(`'online series ' || section_id`)} end, 'https://meet.example.in/aangan-class', true, status,
          case when status = 'CANCELLED' then 'The teacher is on leave' end, case when status in ('LIVE', 'COMPLETED') then starts_at end,
          case when status = 'COMPLETED' then starts_at + make_interval(mins => minutes) end,
          case when status in ('LIVE', 'COMPLETED') then starts_at - interval '30 minutes' end, user_id, starts_at - interval '9 days' from plan
        returning franchisee_id, id),
      sections as (insert into online_class_section (franchisee_id, online_class_id, section_id) select franchisee_id, class_id, section_id from plan)
     insert into online_class_staff (franchisee_id, online_class_id, staff_id, kind) select franchisee_id, class_id, staff_id, 'Organizer' from plan`,
    [
      year,
      [ANDHERI, BANER],
      today,
      now,
      CLASSES.map(([title]) => title),
      CLASSES.map(([, subject]) => subject),
      CLASSES.map(([, , day]) => day),
      CLASSES.map(([, , , at]) => at),
      CLASSES.map(([, , , , minutes]) => minutes),
      CLASSES.map(([, , , , , status]) => status),
      CLASSES.map(([, , , , , , series]) => series),
    ],
  );
  // Most were there from the start or some minutes late; of the class that goes on some wait at the door.
  await client.query(
    `insert into online_class_child (franchisee_id, id, online_class_id, enrolment_id, asked_at, admitted_at, joined_at, attended_s)
     select c.franchisee_id, ${demoUuidSql(`'online child ' || c.id || e.id`)}, c.id, e.id,
            case when w.there or w.waits then w.at end, case when w.there then w.at end, case when w.there then w.at end,
            case when w.there and c.ended_at is not null then extract(epoch from c.ended_at - w.at)::int else 0 end
       from online_class c
       join online_class_section l on l.franchisee_id = c.franchisee_id and l.online_class_id = c.id
       join placement p on p.franchisee_id = l.franchisee_id and p.section_id = l.section_id
        and p.from_on <= (c.starts_at at time zone 'Asia/Kolkata')::date and coalesce(p.before_on, 'infinity') > (c.starts_at at time zone 'Asia/Kolkata')::date
       join enrolment e on e.franchisee_id = p.franchisee_id and e.id = p.enrolment_id and e.status <> 'CANCELLED'
        and e.joined_on <= (c.starts_at at time zone 'Asia/Kolkata')::date
      cross join lateral (select get_byte(decode(md5(e.id::text || c.id), 'hex'), 0) as n) v
      cross join lateral (select c.opened_at is not null and v.n < case when c.status = 'LIVE' then 120 else 215 end as there,
        c.status = 'LIVE' and v.n < 180 as waits, c.opened_at + make_interval(mins => v.n % 9) as at) w
     on conflict do nothing`,
  );
}
