// Attendance up to yesterday: a whole year at two centres, a month elsewhere; today two sections of Andheri are still open.
import { academicYearOf, addDays, type Day } from '@aangan/contract/period.ts';
import type { Client } from 'pg';
import { ANDHERI, BANER } from '../../../db/demo/places.ts';
import { demoUuidSql } from '../../../db/demo/random.ts';

const MONTH = 30;

export async function writeAttendance(client: Client, today: Day): Promise<void> {
  const year = academicYearOf(today);
  const values = [year, `${year}-06-15`, addDays(today, -MONTH), today, ANDHERI, BANER];
  // Days on which a section works: no weekend, and no closing day of the calendar that holds at the centre.
  await client.query(
    `insert into attendance_register (franchisee_id, id, section_id, on_date, session, status, submitted_by, submitted_at)
     select s.franchisee_id, ${demoUuidSql(`'register ' || s.id || d.day`)}, s.id, d.day, s.day_session, 'SUBMITTED', p.user_id,
            (d.day + s.starts_at + interval '12 minutes') at time zone 'Asia/Kolkata'
       from section s
       cross join lateral (select generate_series(case when s.franchisee_id in ($5, $6) then $2::date else greatest($2::date, $3::date) end, $4::date, interval '1 day')::date as day) d
       cross join lateral (select coalesce((select c.id from academic_calendar c where c.franchisee_id = s.franchisee_id and c.academic_year_id = $1 and c.status = 'PUBLISHED'),
                                           (select c.id from academic_calendar c where c.franchisee_id = 1 and c.academic_year_id = $1)) as id) k
       left join section_teacher t on t.franchisee_id = s.franchisee_id and t.section_id = s.id and t.part = 'CLASS_TEACHER'
       left join staff p on p.franchisee_id = t.franchisee_id and p.id = t.staff_id
      where s.academic_year_id = $1 and extract(isodow from d.day) < 6
        and not exists (select from academic_calendar_day x where x.calendar_id = k.id and x.on_date = d.day and x.class_ids is null
                         and x.kind in ('HOLIDAY', 'VACATION', 'CLOSED_UNPLANNED'))
        and exists (select from placement l where l.franchisee_id = s.franchisee_id and l.section_id = s.id and l.from_on <= d.day)
        and (d.day < $4::date or s.franchisee_id = $5)`,
    values,
  );
  // Two sections have not given attendance yet today.
  await client.query(
    `delete from attendance_register r using (select id from section where franchisee_id = $1 and academic_year_id = $2 order by class_id desc, name limit 2) s
      where r.franchisee_id = $1 and r.section_id = s.id and r.on_date = $3`,
    [ANDHERI, year, today],
  );
  await client.query(
    `insert into attendance_mark (franchisee_id, on_date, enrolment_id, session, section_id, register_id, code, reason, op_id, marked_by)
     select r.franchisee_id, r.on_date, e.id, r.session, r.section_id, r.id, c.code, case when c.code in ('A', 'L') then 'SICK' end,
            ${demoUuidSql(`'mark ' || e.id || r.on_date`)}, r.submitted_by
       from attendance_register r
       join placement l on l.franchisee_id = r.franchisee_id and l.section_id = r.section_id and l.from_on <= r.on_date and coalesce(l.before_on, 'infinity') > r.on_date
       join enrolment e on e.franchisee_id = l.franchisee_id and e.id = l.enrolment_id and e.status <> 'CANCELLED'
        and e.joined_on <= r.on_date and coalesce(e.left_on, 'infinity') >= r.on_date
       cross join lateral (select get_byte(decode(md5(e.id::text || r.on_date), 'hex'), 0) * 100 / 256 as n,
                                  get_byte(decode(md5(e.id::text), 'hex'), 0) * 100 / 256 as habit) h
       -- Two in a hundred children come rarely.
       cross join lateral (select case when h.n < 3 + case when h.habit < 2 then 35 else 0 end then 'A' when h.n >= 98 then 'L'
         when h.n >= 93 then 'LATE' when h.n >= 91 then 'HD' when h.n >= 90 then 'EARLY' else 'P' end as code) c`,
  );
  await client.query(
    `with child as (select e.id from enrolment e join placement l on l.franchisee_id = e.franchisee_id and l.enrolment_id = e.id
        where e.franchisee_id = $1 and e.academic_year_id = $2 and e.status = 'ACTIVE' order by e.roll_no, e.id limit 1),
      lately as (select distinct on_date from attendance_register where franchisee_id = $1 and on_date < $3 order by on_date desc limit 3)
     update attendance_mark set code = 'A', reason = null where franchisee_id = $1 and enrolment_id in (select id from child) and on_date in (select on_date from lately)`,
    [ANDHERI, year, today],
  );
  await client.query(
    `insert into attendance_correction (franchisee_id, id, on_date, enrolment_id, section_id, old_code, new_code, reason, requested_by)
     select franchisee_id, ${demoUuidSql(`'correction ' || enrolment_id`)}, on_date, enrolment_id, section_id, 'A', 'LATE', 'Came at ten, the mother called', marked_by
       from attendance_mark where franchisee_id = $1 and code = 'A' and on_date < $2::date - 10 and marked_by is not null order by on_date desc, enrolment_id limit 1`,
    [ANDHERI, today],
  );
  await client.query(
    `insert into absence_note (franchisee_id, id, enrolment_id, from_on, to_on, reason, note, told_by)
     select e.franchisee_id, ${demoUuidSql(`'absence ' || e.id`)}, e.id, $2::date + 1, $2::date + 2, 'FAMILY', 'A wedding in Pune', g.user_id
       from enrolment e join student_guardian b on b.franchisee_id = e.franchisee_id and b.student_id = e.student_id
       join guardian g on g.franchisee_id = b.franchisee_id and g.id = b.guardian_id and g.user_id is not null
      where e.franchisee_id = $1 and e.academic_year_id = $3 and e.status = 'ACTIVE' order by e.id limit 1`,
    [ANDHERI, today, year],
  );
}
