// Families and guardians as other areas ask for them.
import { type Day, todayIst } from '@aangan/contract/period.ts';
import type { Recipient } from '@aangan/server/endpoint/area-extras.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';

/** Families of this centre that a mobile or e-mail belongs to. */
export async function findFamily(
  db: Db,
  by: { phones: readonly string[]; emails: readonly string[] },
): Promise<{ familyId: string; name: string; children: string[] }[]> {
  if (by.phones.length + by.emails.length === 0) return [];
  const rows = await db
    .selectFrom('guardian as g')
    .innerJoin('family as f', (j) =>
      j.onRef('f.franchisee_id', '=', 'g.franchisee_id').onRef('f.id', '=', 'g.family_id'),
    )
    .leftJoin('student as s', (j) =>
      j.onRef('s.franchisee_id', '=', 'f.franchisee_id').onRef('s.family_id', '=', 'f.id'),
    )
    .select(['f.id', 'f.name', 's.name as child'])
    .where((eb) =>
      eb.or([
        ...(by.phones.length ? [eb('g.mobile', 'in', [...by.phones])] : []),
        ...(by.emails.length ? [eb('g.email', 'in', [...by.emails])] : []),
      ]),
    )
    .distinct()
    .execute();
  const families = new Map<string, { familyId: string; name: string; children: string[] }>();
  for (const row of rows) {
    const family = families.get(row.id) ?? { familyId: row.id, name: row.name, children: [] };
    if (row.child) family.children.push(row.child);
    families.set(row.id, family);
  }
  return [...families.values()];
}

/** The children a sign-in sees: a parent's, today and not restricted (students.md 3.9), and a student's own self. */
export async function linkedStudents(
  db: Db,
  userId: string,
  today: Day,
): Promise<{ franchiseeId: number; studentId: string; studentAdmissionId: string | null; name: string }[]> {
  // An account that was joined with this one is this person's too (network.md 5, user.merge).
  const accounts = await db
    .selectFrom('app_user')
    .select('id')
    .where((or) => or.or([or('id', '=', userId), or('merged_into', '=', userId)]))
    .execute();
  const own = accounts.map(({ id }) => id);
  if (own.length === 0) return [];
  const student = db
    .selectFrom('student as s')
    .select([
      's.franchisee_id as franchiseeId',
      's.id as studentId',
      's.current_enrolment_id as studentAdmissionId',
      's.name',
    ]);
  const children = student.where((eb) =>
    eb.exists(
      eb
        .selectFrom('guardian as g')
        .innerJoin('student_guardian as sg', (j) =>
          j.onRef('sg.franchisee_id', '=', 'g.franchisee_id').onRef('sg.guardian_id', '=', 'g.id'),
        )
        .select('sg.student_id')
        .whereRef('sg.franchisee_id', '=', 's.franchisee_id')
        .whereRef('sg.student_id', '=', 's.id')
        .where('g.user_id', 'in', own)
        .where('sg.portal', '<>', 'NONE')
        .where('sg.restricted', '=', false)
        .where('sg.valid_from', '<=', today)
        .where((or) => or.or([or('sg.valid_to', 'is', null), or('sg.valid_to', '>=', today)])),
    ),
  );
  return children.union(student.where('s.user_id', 'in', own)).execute();
}

/** Guardians to tell about these children: those who get messages, are not restricted, have not ended and are alive; siblings once. */
export const guardiansToTell = (
  db: Db,
  studentIds: readonly string[],
  franchiseeId: number,
): Promise<Recipient[]> => tellable(db, franchiseeId, 'sg.student_id', studentIds);

/** Of these guardians those who may be told, with the children they may be told about. */
export const guardiansById = (
  db: Db,
  guardianIds: readonly string[],
  franchiseeId: number,
): Promise<Recipient[]> => tellable(db, franchiseeId, 'sg.guardian_id', guardianIds);

async function tellable(
  db: Db,
  franchiseeId: number,
  by: 'sg.student_id' | 'sg.guardian_id',
  ids: readonly string[],
): Promise<Recipient[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('student_guardian as sg')
    .innerJoin('guardian as g', (j) =>
      j.onRef('g.franchisee_id', '=', 'sg.franchisee_id').onRef('g.id', '=', 'sg.guardian_id'),
    )
    .innerJoin('family as f', (j) =>
      j.onRef('f.franchisee_id', '=', 'g.franchisee_id').onRef('f.id', '=', 'g.family_id'),
    )
    .select([
      'g.id',
      'g.name',
      'g.mobile',
      'g.email',
      'g.user_id',
      'g.family_id',
      'f.language',
      'sg.student_id',
    ])
    .where('sg.franchisee_id', '=', franchiseeId)
    .where(by, 'in', [...ids])
    .where('sg.gets_messages', '=', true)
    .where('sg.restricted', '=', false)
    .where((or) => or.or([or('sg.valid_to', 'is', null), or('sg.valid_to', '>=', todayIst(new Date()))]))
    .where('g.deceased', '=', false)
    .execute();
  const byGuardian = new Map<string, Recipient & { studentIds: string[] }>();
  for (const row of rows) {
    const known = byGuardian.get(row.id);
    if (known) known.studentIds.push(row.student_id);
    else
      byGuardian.set(row.id, {
        kind: 'GUARDIAN',
        id: row.id,
        name: row.name,
        language: row.language,
        mobile: row.mobile,
        email: row.email,
        userId: row.user_id,
        familyId: row.family_id,
        studentIds: [row.student_id],
      });
  }
  return [...byGuardian.values()];
}

/** Every guardian of the network with this mobile (stored form), for what a number itself says. The index is by centre. */
export async function guardiansWithMobile(
  db: Db,
  mobile: string,
): Promise<{ franchiseeId: number; id: string; language: string }[]> {
  const { rows } = await sql<{ franchiseeId: number; id: string; language: string }>`
    select g.franchisee_id as "franchiseeId", g.id::text as id, f.language from franchisee c
      cross join lateral (select franchisee_id, id, family_id from guardian where franchisee_id = c.id and mobile = ${mobile} and not deceased) g
      join family f on f.franchisee_id = g.franchisee_id and f.id = g.family_id
     order by g.franchisee_id, g.id`.execute(db);
  return rows;
}
