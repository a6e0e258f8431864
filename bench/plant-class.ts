// What the class day is measured on, at the measured centre: twelve sections of 25 children with the registers of the last
// days, a grade sheet of 25 x 28, and a hundred people with a month of check-ins. The large network has none of it.
import { createHash } from 'node:crypto';
import { addDays, type Day } from '@aangan/contract/period.ts';
import { weekdayOf } from '@aangan/contract/weekday.ts';

/** Enough that two of 32 connections seldom wait for the same register: at a real centre nobody shares one. */
export const SECTIONS = 48;
export const CHILDREN = 25;
const COMPETENCIES = 28;
const PEOPLE = 100;
const AT = 2;
const YEAR = 2026;
const NURSERY = 3;

// Version and variant of a real id: the product looks at them.
const uuid = (text: string): string =>
  `overlay(overlay(md5('bench' || ${text}) placing '7' from 13) placing '8' from 17)::uuid`;
/** The id the same words have in the statements below. */
export function benchId(words: string): string {
  const hex = createHash('md5').update(`bench${words}`).digest('hex');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-7$3-8$4-$5');
}

/** The last three days, today among them, on which a centre without a calendar works. */
export function openDays(today: Day): Day[] {
  const days: Day[] = [];
  for (let day = today; days.length < 3; day = addDays(day, -1))
    if (!['SAT', 'SUN'].includes(weekdayOf(day))) days.push(day);
  return days;
}

const children = `from generate_series(1, ${SECTIONS}) s, generate_series(1, ${CHILDREN}) c`;
const childOf = (what: string): string => uuid(`'${what}' || s || '.' || c`);

export const PLANT_CLASS = `
  insert into section (franchisee_id, id, academic_year_id, class_id, name, day_session, starts_at, ends_at, capacity)
    select ${AT}, ${uuid("'section' || s")}, ${YEAR}, ${NURSERY}, 'Bench ' || lpad(s::text, 2, '0'), 'MORNING', '09:00', '12:00', 60 from generate_series(1, ${SECTIONS}) s on conflict do nothing;
  insert into child (id, child_no) select ${childOf('child')}, 'A' || (970000000 + s * 100 + c) ${children} on conflict do nothing;
  insert into student_admission (franchisee_id, id, academic_year_id) select ${AT}, ${childOf('enrolment')}, ${YEAR} ${children} on conflict do nothing;
  insert into student (franchisee_id, id, child_id, family_id, admission_no, name, date_of_birth, gender, state, current_enrolment_id, search_text)
    select ${AT}, ${childOf('student')}, ${childOf('child')}, (select id from family where franchisee_id = ${AT} limit 1), 'BENCH/' || s || '/' || c, 'Bench ' || s || ' ' || c, '2022-09-01', 'FEMALE', 'STUDYING', ${childOf('enrolment')}, 'bench ' || s || ' ' || c ${children} on conflict do nothing;
  insert into enrolment (franchisee_id, id, student_id, academic_year_id, class_id, section_id, day_session, roll_no, enrolment_no, status, joined_on)
    select ${AT}, ${childOf('enrolment')}, ${childOf('student')}, ${YEAR}, ${NURSERY}, ${uuid("'section' || s")}, 'MORNING', c, 'B' || s || '.' || c, 'ACTIVE', '2026-06-05' ${children} on conflict do nothing;
  insert into placement (franchisee_id, id, enrolment_id, class_id, section_id, day_session, from_on)
    select ${AT}, ${childOf('placement')}, ${childOf('enrolment')}, ${NURSERY}, ${uuid("'section' || s")}, 'MORNING', '2026-06-05' ${children} on conflict do nothing;`;

/** Registers that were submitted, every child marked. `touch_row` lets a mark written again keep its version, so that each save finds what it saw. */
export const PLANT_REGISTERS = `
  insert into attendance_register (franchisee_id, id, section_id, on_date, session, status, submitted_at)
    select ${AT}, ${uuid("'register' || s || d::date")}, ${uuid("'section' || s")}, d::date, 'MORNING', 'SUBMITTED', now()
      from generate_series(1, ${SECTIONS}) s, generate_series(current_date - 7, current_date, interval '1 day') d on conflict do nothing;
  insert into attendance_mark (franchisee_id, on_date, enrolment_id, session, section_id, register_id, code, op_id)
    select ${AT}, d::date, ${childOf('enrolment')}, 'MORNING', ${uuid("'section' || s")}, ${uuid("'register' || s || d::date")}, 'P', gen_random_uuid()
      from generate_series(1, ${SECTIONS}) s, generate_series(1, ${CHILDREN}) c, generate_series(current_date - 7, current_date, interval '1 day') d on conflict do nothing;
  create or replace function bench_touch_row() returns trigger language plpgsql as 'begin new.version := 1; new.updated_at := now(); new.updated_by := nullif(current_setting(''app.user'', true), '''')::uuid; return new; end';
  create or replace trigger touch_row before update on attendance_mark for each row execute function bench_touch_row();
  drop table if exists bench_mark;
  create table bench_mark (like attendance_mark including all);
  alter table bench_mark alter created_by drop default;
  insert into bench_mark select * from attendance_mark where franchisee_id = ${AT};
  alter table bench_mark add foreign key (franchisee_id, enrolment_id) references enrolment (franchisee_id, id),
    add foreign key (franchisee_id, section_id) references section (franchisee_id, id), add foreign key (franchisee_id, register_id) references attendance_register (franchisee_id, id);`;

const HPC = "'0190d000-0000-7000-8001-000000000001'";
export const PLANT_GRADES = `
  insert into term_map (academic_year_id, class_id, term_no, name, from_on, to_on, entry_from, entry_to)
    select ${YEAR}, ${NURSERY}, 1, 'Term 1', '2026-04-01', '2027-03-31', '2026-04-01', '2027-03-31' where not exists (select from term_map where academic_year_id = ${YEAR} and class_id = ${NURSERY});
  insert into skill (id, name) values (${uuid("'skill'")}, 'Bench') on conflict do nothing;
  insert into sub_skill (id, skill_id, name) values (${uuid("'sub'")}, ${uuid("'skill'")}, 'Bench') on conflict do nothing;
  insert into skill_parameter (id, sub_skill_id, name, position) select ${uuid("'parameter' || n")}, ${uuid("'sub'")}, 'Competency ' || n, n from generate_series(1, ${COMPETENCIES}) n on conflict do nothing;
  insert into skill_assignment (academic_year_id, class_id, term_no, parameter_id, scale_id, required)
    select ${YEAR}, ${NURSERY}, 1, ${uuid("'parameter' || n")}, ${HPC}, true from generate_series(1, ${COMPETENCIES}) n on conflict do nothing;
  insert into grade_entry (franchisee_id, enrolment_id, term_map_id, parameter_id, level_id)
    select ${AT}, ${uuid("'enrolment1.' || c")}, t.id, ${uuid("'parameter' || n")}, l.id
      from term_map t, generate_series(1, ${CHILDREN}) c, generate_series(1, ${COMPETENCIES}) n, (select id from rating_level where scale_id = ${HPC} order by rank limit 1) l
     where t.academic_year_id = ${YEAR} and t.class_id = ${NURSERY} and t.term_no = 1 on conflict do nothing;`;

export const PLANT_STAFF = `
  insert into staff (franchisee_id, id, employee_code, first_name, last_name, category, joined_on, status)
    select ${AT}, ${uuid("'staff' || n")}, '002-' || (9000 + n), 'Bench', lpad(n::text, 3, '0'), 'TEACHING', '2024-04-01', 'APPROVED' from generate_series(1, ${PEOPLE}) n on conflict do nothing;
  insert into staff_punch (franchisee_id, id, staff_id, kind, at, distance_m, outside)
    select ${AT}, ${uuid("'punch' || n || d::date || k")}, ${uuid("'staff' || n")}, k, (d::date + case k when 'IN' then ('08:' || (25 + n % 20))::time else time '16:35' end) at time zone 'Asia/Kolkata', 40, false
      from generate_series(1, ${PEOPLE}) n, unnest(array['IN', 'OUT']) k, generate_series(date_trunc('month', current_date) - interval '1 month', date_trunc('month', current_date) - interval '1 day', interval '1 day') d
     where extract(isodow from d) < 6 on conflict do nothing;`;
