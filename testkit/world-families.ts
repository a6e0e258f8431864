// Three children of the named world: Aarav (Gita's) and Kabir (another family's) at Andheri, Myra at Baner. What Gita
// may see is Aarav alone.
import type { Client } from 'pg';
import { ANDHERI, BANER, people, YEAR } from './world.ts';

interface Child {
  readonly studentId: string;
  /** studentAdmissionID: the id of the first enrolment. */
  readonly admissionId: string;
  readonly familyId: string;
  readonly guardianId: string;
  readonly centre: number;
}

const id = (kind: number, n: number): string =>
  `0190b000-0000-7000-8${String(kind).padStart(3, '0')}-${String(n).padStart(12, '0')}`;
const child = (n: number, centre: number): Child => ({
  studentId: id(1, n),
  admissionId: id(2, n),
  familyId: id(3, n),
  guardianId: id(4, n),
  centre,
});

export const children = {
  Aarav: child(1, ANDHERI),
  Kabir: child(2, ANDHERI),
  Myra: child(3, BANER),
} as const;

/** Section Nursery A of each centre, 2026-2027, morning. */
export const sections = { [ANDHERI]: id(5, ANDHERI), [BANER]: id(5, BANER) } as const;

/** Class 3 (Nursery) of migration 0210. */
export const NURSERY = 3;

export async function addFamilies(client: Client): Promise<void> {
  for (const centre of [ANDHERI, BANER] as const) {
    await client.query(
      `insert into section (franchisee_id, id, academic_year_id, class_id, name, day_session, starts_at, ends_at, capacity) values ($1, $2, $3, $4, 'A', 'MORNING', '09:00', '12:00', 20)`,
      [centre, sections[centre], YEAR, NURSERY],
    );
  }
  for (const [index, [name, one]] of Object.entries(children).entries())
    await addChild(client, { name, n: index + 1, parent: name === 'Aarav' ? people.Gita.id : null }, one);
}

async function addChild(
  client: Client,
  { name, n, parent }: { name: string; n: number; parent: string | null },
  one: Child,
): Promise<void> {
  const childId = id(6, n);
  const run = (text: string, ...values: unknown[]) => client.query(text, values);
  await run('insert into child (id, child_no) values ($1, $2)', childId, `A${String(100_000_000 + n)}`);
  await run(
    'insert into family (franchisee_id, id, name) values ($1, $2, $3)',
    one.centre,
    one.familyId,
    `Family of ${name}`,
  );
  await run(
    `insert into guardian (franchisee_id, id, family_id, user_id, name, mobile, relation_default) values ($1, $2, $3, $4, $5, $6, 'MOTHER')`,
    one.centre,
    one.guardianId,
    one.familyId,
    parent,
    parent ? 'Gita Iyer' : `Mother of ${name}`,
    parent ? `+9198200${parent.slice(-5)}` : `+919821000${String(n).padStart(3, '0')}`,
  );
  await run(
    'insert into student_admission (franchisee_id, id, academic_year_id) values ($1, $2, $3)',
    one.centre,
    one.admissionId,
    YEAR,
  );
  await run(
    `insert into student (franchisee_id, id, child_id, family_id, admission_no, name, date_of_birth, gender, state, current_enrolment_id, search_text)
     values ($1, $2, $3, $4, $5, $6, '2022-08-15', $7, 'STUDYING', $8, lower($6))`,
    one.centre,
    one.studentId,
    childId,
    one.familyId,
    `ADM/${one.centre}/${n}`,
    name,
    name === 'Myra' ? 'FEMALE' : 'MALE',
    one.admissionId,
  );
  await run(
    'update student_admission set student_id = $3 where franchisee_id = $1 and id = $2',
    one.centre,
    one.admissionId,
    one.studentId,
  );
  await run(
    `insert into student_guardian (franchisee_id, student_id, guardian_id, relation, is_primary, payer_share_bp) values ($1, $2, $3, 'MOTHER', true, 10000)`,
    one.centre,
    one.studentId,
    one.guardianId,
  );
  const section = sections[one.centre === ANDHERI ? ANDHERI : BANER];
  await run(
    `insert into enrolment (franchisee_id, id, student_id, academic_year_id, class_id, section_id, day_session, roll_no, enrolment_no, status, joined_on)
     values ($1, $2, $3, $4, $5, $6, 'MORNING', $7, $8, 'ACTIVE', '2026-06-15')`,
    one.centre,
    one.admissionId,
    one.studentId,
    YEAR,
    NURSERY,
    section,
    n,
    `E${n}`,
  );
  await run(
    `insert into placement (franchisee_id, enrolment_id, class_id, section_id, day_session, from_on) values ($1, $2, $3, $4, 'MORNING', '2026-06-15')`,
    one.centre,
    one.admissionId,
    NURSERY,
    section,
  );
}
