// Seats, registrations, an exception and people to call, on top of the admissions that are there. Ids are derived from
// what they belong to, so the same day gives the same data; two digits make them proper uuids, which the API checks. Call after writeAdmissions, as the owner.
import type { Day } from '@aangan/contract/period.ts';
import type { Client } from 'pg';
import { demoUuidSql } from '../../../db/demo/random.ts';

const FILLING = ['SUBMITTED', 'SUBMITTED', 'IN_PROGRESS', 'LINK_SENT', 'RETURNED', 'IN_PROGRESS'];
const ANSWERS = `jsonb_strip_nulls(jsonb_build_object('childName', concat_ws(' ', e.child_first_name, e.child_last_name), 'callName', e.child_first_name,
  'dateOfBirth', e.child_dob, 'gender', e.child_gender, 'parentName', e.guardian_name, 'parentMobile', e.phone_norm, 'pincode', e.pincode))`;

/** One statement after the other; each reads what the one before wrote. */
export async function writeRegistrations(client: Client, today: Day): Promise<void> {
  const run = (text: string, ...values: unknown[]) => client.query(text, values);
  await run(`insert into class_seat (franchisee_id, id, academic_year_id, class_id, day_session, capacity, hold_days)
    select franchisee_id, overlay(overlay(md5(concat('seat', franchisee_id, class_id, day_session)) placing '7' from 13 for 1) placing '8' from 17 for 1)::uuid, 2026, class_id, day_session,
        ceil(greatest(1, count(*) filter (where status in ('UPCOMING', 'ACTIVE', 'ON_HOLD'))) / (0.62 + (franchisee_id * 7 % 12) * 0.03))::int, 7
      from enrolment where academic_year_id = 2026 group by franchisee_id, class_id, day_session`);
  await verified(run, today);
  await atTheCounter(run, today);
  // The class most families ask for has room at the centres whose people sign in; elsewhere some classes are full.
  await run(`update class_seat s set capacity = greatest(capacity, case when franchisee_id in (2, 3) and class_id = 3 then 4 else 0 end
      + (select count(*) from enrolment e where e.franchisee_id = s.franchisee_id and e.academic_year_id = s.academic_year_id
          and e.class_id = s.class_id and e.day_session = s.day_session and e.status in ('UPCOMING', 'ACTIVE', 'ON_HOLD'))
      + (select count(*) from seat_hold h where h.franchisee_id = s.franchisee_id and h.class_seat_id = s.id))`);
  await licenceSeats(run);
  await run(`insert into number_series (franchisee_id, series, period, next)
    select franchisee_id, 'REGISTRATION', 'A2026', count(*) + 1 from registration group by franchisee_id`);
  await run(
    `insert into exception_request (franchisee_id, id, applicant_id, what, detail, asked_by, asked_at, ask_reason)
    select distinct on (a.franchisee_id) a.franchisee_id, overlay(overlay(md5(concat('exception', a.id)) placing '7' from 13 for 1) placing '8' from 17 for 1)::uuid, a.applicant_id, 'AGE', jsonb_build_object('classId', a.class_id, 'shortDays', 12),
      a.reviewer_id, $1::timestamptz, 'Speaks and plays like the older children; the parents ask kindly.'
      from application a where a.status = 'SUBMITTED' and a.reviewer_id is not null order by a.franchisee_id, a.submitted_at desc`,
    `${today}T11:20:00+05:30`,
  );
  await run(`insert into emergency_contact (franchisee_id, id, student_id, ordinal, name, relation, mobile)
    select franchisee_id, overlay(overlay(md5(concat('contact', student_id, guardian_id)) placing '7' from 13 for 1) placing '8' from 17 for 1)::uuid, student_id, n, name, relation, mobile from (
      select sg.franchisee_id, sg.student_id, sg.guardian_id, g.name, sg.relation, g.mobile, row_number() over (partition by sg.franchisee_id, sg.student_id order by sg.is_primary desc, g.id) as n
        from student_guardian sg join guardian g on g.franchisee_id = sg.franchisee_id and g.id = sg.guardian_id where g.mobile is not null) x where n <= 3`);
}

/** The seats a centre is licensed for, this year and next, are those its classes are run with; a class without a child has seats too. */
async function licenceSeats(run: (text: string) => Promise<unknown>): Promise<void> {
  await run(`insert into class_seat (franchisee_id, id, academic_year_id, class_id, day_session, capacity, hold_days)
    select l.franchisee_id, ${demoUuidSql("concat('seat ', l.franchisee_id, ' ', c.id)")}, 2026, c.id, l.session, l.seats, 7
      from franchisee_seat l join class c on c.code = l.class_code
     where l.academic_year_id = 2026 and not exists (select from class_seat s where s.franchisee_id = l.franchisee_id and s.academic_year_id = 2026 and s.class_id = c.id)`);
  await run(`delete from franchisee_seat where academic_year_id >= 2026`);
  await run(`insert into franchisee_seat (franchisee_id, academic_year_id, class_code, session, seats)
    select s.franchisee_id, y.year, c.code, s.day_session, s.capacity
      from class_seat s join class c on c.id = s.class_id cross join (values (2026), (2027)) y (year) where s.academic_year_id = 2026`);
  // No section has a place that the centre may not give: the sections of a class share its seats.
  await run(`update section n set capacity = s.capacity / x.n + case when x.i <= s.capacity % x.n then 1 else 0 end
    from (select franchisee_id, id, row_number() over (partition by franchisee_id, class_id, day_session order by name) as i, count(*) over (partition by franchisee_id, class_id, day_session) as n
            from section where academic_year_id = 2026) x, class_seat s
   where x.franchisee_id = n.franchisee_id and x.id = n.id and s.franchisee_id = n.franchisee_id and s.academic_year_id = n.academic_year_id and s.class_id = n.class_id and s.day_session = n.day_session`);
}

type Run = (text: string, ...values: unknown[]) => Promise<unknown>;

// Children whose admission waits: their papers were seen, the seat is kept between one and seven days more.
async function verified(run: Run, today: Day): Promise<void> {
  await run(
    `insert into registration (franchisee_id, id, registration_no, applicant_id, enquiry_id, application_id, academic_year_id, class_id, day_session, status,
        pages_done, pages_total, expires_at, opened_at, submitted_at, owner_id, verified_at, verified_by, created_at)
    select d.franchisee_id, overlay(overlay(md5(concat('registration', d.id)) placing '7' from 13 for 1) placing '8' from 17 for 1)::uuid, concat('REG/', lpad(d.franchisee_id::text, 3, '0'), '/2026-27/', lpad(row_number() over (partition by d.franchisee_id order by d.created_at, d.id)::text, 5, '0')),
      d.applicant_id, d.enquiry_id, d.application_id, d.academic_year_id, d.class_id, d.day_session, 'VERIFIED', 3, 3, $1::timestamptz + interval '7 days', d.created_at, d.created_at, a.reviewer_id,
      d.created_at, a.decided_by, d.created_at
      from admission d join application a on a.franchisee_id = d.franchisee_id and a.id = d.application_id where d.status in ('LINK_SENT', 'IN_PROGRESS', 'SUBMITTED', 'RETURNED')`,
    `${today}T23:59:59+05:30`,
  );
  await run(
    `update admission d set registration_id = r.id from registration r where r.franchisee_id = d.franchisee_id and r.application_id = d.application_id and d.status <> 'CONFIRMED'`,
  );
  await run(
    `insert into seat_hold (franchisee_id, id, class_seat_id, for_kind, for_id, until, kind)
    select r.franchisee_id, overlay(overlay(md5(concat('hold', r.id)) placing '7' from 13 for 1) placing '8' from 17 for 1)::uuid, s.id, 'APPLICANT', r.applicant_id, $1::timestamptz + (1 + ('x' || substr(md5(r.id::text), 1, 4))::bit(16)::int % 7) * interval '1 day', 'REGISTRATION'
      from registration r join class_seat s on s.franchisee_id = r.franchisee_id and s.academic_year_id = r.academic_year_id and s.class_id = r.class_id and s.day_session = r.day_session
     where r.status = 'VERIFIED'`,
    `${today}T23:59:59+05:30`,
  );
}

// Families who came in and registered without an application: being filled, to verify, returned.
async function atTheCounter(run: Run, today: Day): Promise<void> {
  await run(`create temporary table counter on commit drop as
    select e.*, row_number() over (partition by e.franchisee_id order by e.captured_at desc, e.id) as n from enquiry e
     where e.academic_year_id = 2026 and e.is_open and e.child_first_name is not null and e.child_dob is not null and e.phone_norm is not null and e.class_id is not null
       and e.walk_in_at is not null and not exists (select from applicant p where p.franchisee_id = e.franchisee_id and p.enquiry_id = e.id)`);
  await run(`delete from counter where n > ${FILLING.length}`);
  await run(
    `insert into applicant (franchisee_id, id, enquiry_id, academic_year_id, class_id, day_session, child_name, call_name, date_of_birth, gender, parent_name, primary_mobile, pincode, answers, revision, created_at)
    select e.franchisee_id, overlay(overlay(md5(concat('applicant', e.id)) placing '7' from 13 for 1) placing '8' from 17 for 1)::uuid, e.id, 2026, e.class_id, coalesce(e.session_wish, 'MORNING'), concat_ws(' ', e.child_first_name, e.child_last_name), e.child_first_name, e.child_dob, e.child_gender,
      e.guardian_name, e.phone_norm, e.pincode, ${ANSWERS} || case when n <= 2 then jsonb_build_object('parentRelation', 'MOTHER', 'adultDeclaration', true, 'toiletTrained', 'YES', 'food', 'VEG', 'bloodGroup', 'UNKNOWN', 'hasAllergies', false, 'hospitalConsent', true) else '{}' end, n::int, $1::timestamptz - n * interval '1 day'
      from counter e`,
    `${today}T10:00:00+05:30`,
  );
  await run(
    `insert into registration (franchisee_id, id, registration_no, applicant_id, enquiry_id, academic_year_id, class_id, day_session, filled_by, status, pages_done, pages_total, expires_at, opened_at, submitted_at, owner_id, decision_reason, created_at)
    select e.franchisee_id, overlay(overlay(md5(concat('registration', e.id)) placing '7' from 13 for 1) placing '8' from 17 for 1)::uuid, concat('REG/', lpad(e.franchisee_id::text, 3, '0'), '/2026-27/', lpad((k.n + e.n)::text, 5, '0')), overlay(overlay(md5(concat('applicant', e.id)) placing '7' from 13 for 1) placing '8' from 17 for 1)::uuid, e.id, 2026, e.class_id,
      coalesce(e.session_wish, 'MORNING'), case when e.n % 2 = 0 then 'PARENT' else 'CENTRE' end, ($2::text[])[e.n], case when e.n <= 2 then 7 when e.n = 4 then 0 else 3 end, 7, $1::timestamptz + interval '12 days',
      case when e.n = 4 then null else $1::timestamptz - e.n * interval '1 day' end, case when e.n in (1, 2, 5) then $1::timestamptz - e.n * interval '3 hours' end, e.owner_id,
      case when e.n = 5 then 'The immunisation card cannot be read; please photograph it again.' end, $1::timestamptz - e.n * interval '1 day'
      from counter e join lateral (select count(*)::int as n from registration r where r.franchisee_id = e.franchisee_id) k on true`,
    `${today}T10:00:00+05:30`,
    FILLING,
  );
  await run(`insert into applicant_document (franchisee_id, id, applicant_id, slot, status, waive_reason, original_seen)
    select r.franchisee_id, overlay(overlay(md5(concat(slot, r.id)) placing '7' from 13 for 1) placing '8' from 17 for 1)::uuid, r.applicant_id, slot, 'WAIVED', 'The original was seen at the counter; the copy follows.', true
      from registration r, unnest(array['BIRTH_CERTIFICATE', 'IMMUNISATION']) slot where r.status in ('SUBMITTED', 'VERIFIED')`);
  await run(`insert into admission_step (franchisee_id, id, kind, subject_id, from_status, to_status, action, at, by_user)
    select r.franchisee_id, overlay(overlay(md5(concat('step', r.id)) placing '7' from 13 for 1) placing '8' from 17 for 1)::uuid, 'REGISTRATION', r.id, null, r.status, 'open', r.created_at, r.owner_id from registration r`);
}
