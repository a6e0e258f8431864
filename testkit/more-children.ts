// Further children of Nursery A at Andheri, of Kabir's family: for what needs a full section.
import type { TestApp } from './app.ts';
import { ANDHERI, YEAR } from './world.ts';
import { children, NURSERY, sections } from './world-families.ts';

export interface MoreChildren {
  /** Default: Nursery A; null = no section. */
  readonly section?: string | null;
  /** Of the n-th child. Default: all on one day. */
  readonly born?: (n: number) => string;
}

/** Their enrolments, in the order of their names: "Child 001", "Child 002". */
export async function addChildren(
  app: TestApp,
  count: number,
  { section = sections[ANDHERI], born = () => '2022-09-01' }: MoreChildren = {},
): Promise<{ studentId: string; admissionId: string }[]> {
  const rows = Array.from({ length: count }, (_, index) => {
    const n = index + 1;
    return {
      n,
      child: idOf(1, n),
      student: idOf(2, n),
      admission: idOf(3, n),
      name: `Child ${String(n).padStart(3, '0')}`,
      born: born(n),
    };
  });
  const all = JSON.stringify(rows);
  const from = `jsonb_to_recordset($1::jsonb) as x (n int, child uuid, student uuid, admission uuid, name text, born date)`;
  await app.sql(`insert into child (id, child_no) select child, 'A' || (300000000 + n) from ${from}`, [all]);
  await app.sql(
    `insert into student_admission (franchisee_id, id, academic_year_id) select $2, admission, $3 from ${from}`,
    [all, ANDHERI, YEAR],
  );
  await app.sql(
    `insert into student (franchisee_id, id, child_id, family_id, admission_no, name, date_of_birth, gender, state, current_enrolment_id, search_text)
     select $2, student, child, $3, 'ADM/M/' || n, name, born, 'FEMALE', 'STUDYING', admission, lower(name) from ${from}`,
    [all, ANDHERI, children.Kabir.familyId],
  );
  await app.sql(
    `update student_admission a set student_id = x.student from ${from} where a.franchisee_id = $2 and a.id = x.admission`,
    [all, ANDHERI],
  );
  await app.sql(
    `insert into enrolment (franchisee_id, id, student_id, academic_year_id, class_id, section_id, day_session, roll_no, enrolment_no, status, joined_on)
     select $2, admission, student, $3, $4, $5, 'MORNING', case when $5::uuid is null then null else 100 + n end, 'M' || n, 'ACTIVE', '2026-06-15' from ${from}`,
    [all, ANDHERI, YEAR, NURSERY, section],
  );
  await app.sql(
    `insert into placement (franchisee_id, enrolment_id, class_id, section_id, day_session, from_on) select $2, admission, $3, $4, 'MORNING', '2026-06-15' from ${from}`,
    [all, ANDHERI, NURSERY, section],
  );
  // As they stand after a night: without figures the planner takes the tables for empty.
  await app.sql('analyze child, student, student_admission, enrolment, placement');
  return rows.map(({ student, admission }) => ({ studentId: student, admissionId: admission }));
}

const idOf = (kind: number, n: number): string =>
  `0190b000-0000-7000-8${String(700 + kind)}-${String(n).padStart(12, '0')}`;
