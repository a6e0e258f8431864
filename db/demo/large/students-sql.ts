/** One statement for a block of centres; :from, :to, :each (children a centre) and :today are put in. */
export interface Step {
  table: string;
  sql: string;
}

/** (f, i): centre and child; year 2022 to 2026 in equal parts; class by the year of birth. */
export const CHILDREN = `generate_series(:from, :to) f, generate_series(1, :each) i`;
/** A fixed UUID of version 8 for an SQL text. */
export const uuidOf = (text: string): string =>
  `overlay(overlay(md5(${text}) placing '8' from 13) placing 'a' from 17)::uuid`;
export const uid = (kind: string): string => uuidOf(`'${kind}' || f || '-' || i`);
export const YEAR = `(2022 + i % 5)`;
const CLASS = `(2 + (i / 5) % 4)`;
const FIRST = `(select name from first_name where n = (f * 7 + i * 13) % (select count(*) from first_name))`;
const LAST = `(select name from surname where n = (f * 3 + i * 5) % (select count(*) from surname))`;
export const NAME = `(${FIRST} || ' ' || ${LAST})`;
const NUMBER = `lpad(f::text, 3, '0') || '/' || ${YEAR} || '-' || (${YEAR} + 1) % 100 || '/' || lpad(i::text, 5, '0')`;
const MOBILE = `'+919' || lpad(f::text, 4, '0') || lpad(i::text, 5, '0')`;
const SECTION = uuidOf(`'sec' || f || '-' || ${YEAR} || '-' || ${CLASS}`);
const MORNING = `(${YEAR} || '-06-05 11:00+05:30')::timestamptz`;

export const STUDENT_STEPS: readonly Step[] = [
  {
    table: 'child',
    sql: `insert into child (id, child_no) select ${uid('c')}, 'A' || lpad((f::bigint * 100000 + i)::text, 9, '0') from ${CHILDREN}`,
  },
  {
    table: 'family',
    sql: `insert into family (franchisee_id, id, name, city, pincode) select f, ${uid('f')}, ${LAST} || ' family', 'Mumbai', '400053' from ${CHILDREN}`,
  },
  {
    table: 'guardian',
    sql: `insert into guardian (franchisee_id, id, family_id, name, mobile, relation_default) select f, ${uid('g')}, ${uid('f')}, 'Parent of ' || ${NAME}, ${MOBILE}, 'MOTHER' from ${CHILDREN}`,
  },
  {
    table: 'student_admission',
    sql: `insert into student_admission (franchisee_id, id, academic_year_id, student_id, created_at) select f, ${uid('e')}, ${YEAR}, ${uid('s')}, ${MORNING} from ${CHILDREN}`,
  },
  {
    table: 'student',
    sql: `insert into student (franchisee_id, id, child_id, family_id, admission_no, name, date_of_birth, gender, state, current_enrolment_id, search_text, created_at)
      select f, ${uid('s')}, ${uid('c')}, ${uid('f')}, ${NUMBER}, x.name, make_date(${YEAR} - ${CLASS}, 1, 1) + i % 300, case when i % 2 = 0 then 'MALE' else 'FEMALE' end,
        case when ${YEAR} = 2026 then 'STUDYING' else 'ALUMNI' end, ${uid('e')}, lower(x.name || ' ' || ${NUMBER}), ${MORNING}
      from ${CHILDREN} cross join lateral (select ${NAME} as name) x`,
  },
  {
    table: 'student_guardian',
    sql: `insert into student_guardian (franchisee_id, student_id, guardian_id, relation, is_primary, payer_share_bp, valid_from) select f, ${uid('s')}, ${uid('g')}, 'MOTHER', true, 10000, make_date(${YEAR}, 6, 5) from ${CHILDREN}`,
  },
  {
    table: 'section',
    sql: `insert into section (franchisee_id, id, academic_year_id, class_id, name, day_session, starts_at, ends_at) select f, ${uuidOf(`'sec' || f || '-' || y || '-' || k`)}, y, k, 'A', 'MORNING', '09:00', '12:30'
      from generate_series(:from, :to) f, generate_series(2022, 2026) y, generate_series(2, 5) k`,
  },
  {
    table: 'enrolment',
    sql: `insert into enrolment (franchisee_id, id, student_id, academic_year_id, class_id, section_id, day_session, enrolment_no, status, joined_on, left_on, outcome, admission_id, created_at)
      select f, ${uid('e')}, ${uid('s')}, ${YEAR}, ${CLASS}, ${SECTION}, 'MORNING', ${NUMBER} || '/' || ${YEAR} % 100,
        case when ${YEAR} = 2026 then 'ACTIVE' else 'COMPLETED' end, make_date(${YEAR}, 6, 5), case when ${YEAR} < 2026 then make_date(${YEAR} + 1, 3, 31) end, case when ${YEAR} < 2026 then 'GRADUATE' end, ${uid('e')}, ${MORNING} from ${CHILDREN}`,
  },
  {
    table: 'placement',
    sql: `insert into placement (franchisee_id, enrolment_id, class_id, section_id, day_session, from_on) select f, ${uid('e')}, ${CLASS}, ${SECTION}, 'MORNING', make_date(${YEAR}, 6, 5) from ${CHILDREN}`,
  },
  {
    table: 'fee_account',
    sql: `insert into fee_account (franchisee_id, id, child_label, family_id, student_admission_id, student_id) select f, ${uid('a')}, ${NAME}, ${uid('f')}, ${uid('e')}, ${uid('s')} from ${CHILDREN}`,
  },
];
