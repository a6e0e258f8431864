// Mothers and toddlers at two centres: a batch each, places with 3 and 12 sessions left, one that is to begin, one to give.
import { childNumber } from '@aangan/areas/students/student/create-student.server.ts';
import { academicYearDays, academicYearOf, addDays, addMonths, type Day } from '@aangan/contract/period.ts';
import { mondayOf } from '@aangan/contract/weekday.ts';
import type { Client } from 'pg';
import { ANDHERI, BANER } from '../../../db/demo/places.ts';
import { demoMobile, demoUuid } from '../../../db/demo/random.ts';
import { insertRows, type Row } from '../../../db/demo/rows.ts';

const CIRCLE = 1;
const PLACES = 12;
const TOTAL = 36;
const MOBILES = 977;
const CHILD_NUMBERS = 98_000_000;

/** Name, months of age, sessions used before; null: no place yet, -1: begins next Monday. */
const TODDLERS = [
  [ANDHERI, 'Ahana', 'Deshmukh', 17, 33],
  [ANDHERI, 'Reyansh', 'Sethi', 15, 24],
  [ANDHERI, 'Ira', 'Bhat', 23, 20],
  [ANDHERI, 'Vivaan', 'Kale', 14, -1],
  [ANDHERI, 'Tvisha', 'Menon', 16, null],
  [BANER, 'Advik', 'Gokhale', 18, 12],
  [BANER, 'Mishka', 'Rao', 13, null],
] as const;

export async function writeToddlers(client: Client, today: Day): Promise<void> {
  const year = academicYearOf(today);
  const { from: firstDay, to: lastDay } = academicYearDays(year);
  const joined = addDays(today, -45) > firstDay ? addDays(today, -45) : firstDay;
  const batchOf = (centre: number) => demoUuid('toddler-batch', centre);
  const centres = [ANDHERI, BANER];
  await insertRows(
    client,
    'class_seat',
    centres.map((centre) => ({
      franchisee_id: centre,
      id: demoUuid('toddler-seats', centre),
      academic_year_id: year,
      class_id: CIRCLE,
      day_session: 'MORNING',
      capacity: PLACES,
    })),
  );
  await insertRows(
    client,
    'franchisee_seat',
    centres.map((centre) => ({
      franchisee_id: centre,
      academic_year_id: year,
      class_code: 'PTC',
      session: 'MORNING',
      seats: PLACES,
    })),
  );
  await insertRows(
    client,
    'section',
    centres.map((centre) => ({
      franchisee_id: centre,
      id: batchOf(centre),
      academic_year_id: year,
      class_id: CIRCLE,
      name: 'A',
      day_session: 'MORNING',
      starts_at: '10:00',
      ends_at: '11:00',
      capacity: PLACES,
    })),
  );
  const of = TODDLERS.map(([centre, first, last, months, used], n) => {
    const id = (kind: string) => demoUuid(`toddler-${kind}`, n);
    const base: Row = { franchisee_id: centre };
    const admissionNo = `${String(centre).padStart(3, '0')}/T/${String(n + 1).padStart(4, '0')}`;
    const section = used === null ? null : batchOf(centre);
    const begins = used === -1 ? addDays(mondayOf(today), 7) : joined;
    const ends = addDays(today, 60) < lastDay ? addDays(today, 60) : lastDay;
    return {
      n,
      id,
      base,
      admissionNo,
      section,
      begins,
      ends,
      used,
      first,
      last,
      dob: addMonths(today, -months),
    };
  });
  const insert = (table: string, row: (one: (typeof of)[number]) => Row) =>
    insertRows(client, table, of.map(row));
  await insert('child', ({ id, n }) => ({ id: id('child'), child_no: childNumber(CHILD_NUMBERS + n) }));
  await insert('family', ({ base, id, last }) => ({
    ...base,
    id: id('family'),
    name: `${last} family`,
    language: 'en',
  }));
  await insert('guardian', ({ base, id, n, first, last }) => ({
    ...base,
    id: id('guardian'),
    family_id: id('family'),
    name: `${first}’s mother ${last}`,
    mobile: demoMobile(MOBILES, n),
    relation_default: 'MOTHER',
  }));
  await insert('student_admission', ({ base, id }) => ({
    ...base,
    id: id('admission'),
    academic_year_id: year,
  }));
  await insert('student', ({ base, id, n, first, last, dob, admissionNo }) => ({
    ...base,
    id: id('student'),
    child_id: id('child'),
    family_id: id('family'),
    admission_no: admissionNo,
    name: `${first} ${last}`,
    call_name: first,
    date_of_birth: dob,
    gender: n % 2 === 0 ? 'FEMALE' : 'MALE',
    state: 'STUDYING',
    current_enrolment_id: id('admission'),
    search_text: `${first} ${last} ${admissionNo}`.toLowerCase(),
  }));
  await client.query(
    `update student_admission a set student_id = s.id from student s where s.franchisee_id = a.franchisee_id and s.current_enrolment_id = a.id and a.student_id is null`,
  );
  await insert('student_guardian', ({ base, id }) => ({
    ...base,
    student_id: id('student'),
    guardian_id: id('guardian'),
    relation: 'MOTHER',
    is_primary: true,
    payer_share_bp: 10_000,
    valid_from: joined,
  }));
  await insert('enrolment', ({ base, id, n, section, admissionNo }) => ({
    ...base,
    id: id('admission'),
    student_id: id('student'),
    academic_year_id: year,
    programme: 'PARENT_TODDLER',
    class_id: CIRCLE,
    section_id: section,
    roll_no: section ? n + 1 : null,
    day_session: 'MORNING',
    enrolment_no: `${admissionNo}/${String(year).slice(-2)}`,
    status: 'ACTIVE',
    joined_on: joined,
    admission_id: id('admission'),
    edit_status: 'completed',
  }));
  await insert('placement', ({ base, id, section }) => ({
    ...base,
    id: id('placement'),
    enrolment_id: id('admission'),
    class_id: CIRCLE,
    section_id: section,
    day_session: 'MORNING',
    from_on: joined,
  }));
  await insertRows(
    client,
    'programme_assignment',
    of
      .filter(({ used, begins, ends }) => used !== null && begins <= ends)
      .map(({ base, id, section, used, begins, ends, first }) => ({
        ...base,
        id: id('place'),
        enrolment_id: id('admission'),
        section_id: section,
        days: ['MON', 'WED', 'FRI'],
        slot_from: '10:00',
        slot_to: '11:00',
        from_on: begins,
        to_on: ends,
        sessions_total: TOTAL,
        sessions_before: Math.max(0, used ?? 0),
        companion_name: `${first}’s mother`,
        status: begins > today ? 'SCHEDULED' : 'RUNNING',
        told_at: TOTAL - (used ?? 0) <= 3 ? `${today}T06:00:00+05:30` : null,
      })),
  );
}
