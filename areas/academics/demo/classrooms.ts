// Who teaches which section, what is taught, and the class groups that trainings and curricula are for.
import { academicYearOf, type Day } from '@aangan/contract/period.ts';
import type { Client } from 'pg';
import { ANDHERI, BANER } from '../../../db/demo/places.ts';
import { demoUuid, demoUuidSql } from '../../../db/demo/random.ts';
import { insertRows, type Row } from '../../../db/demo/rows.ts';

const SUBJECTS = [
  ['Language and stories', 'LANG', 'CORE', [2, 3, 4, 5]],
  ['Numbers', 'NUM', 'CORE', [3, 4, 5]],
  ['My world', 'EVS', 'CORE', [3, 4, 5]],
  ['Hindi', 'HIN', 'LANGUAGE', [4, 5]],
  ['Art and craft', 'ART', 'ACTIVITY', [1, 2, 3, 4, 5]],
  ['Music and movement', 'MUS', 'ACTIVITY', [1, 2, 3, 4, 5]],
] as const;

const GROUPS = [
  ['Early years', 'Curriculum', [1, 2], []],
  ['Kindergarten', 'Curriculum', [4, 5], []],
  ['Nursery and playgroup', 'Curriculum_CMS', [2, 3], []],
  ['New teachers', 'Teacher Training', [2, 3, 4, 5], []],
  ['Recorded lessons, pilot', 'Recorded Classes', [3, 4], [ANDHERI, BANER]],
] as const;

export async function writeClassrooms(client: Client, today: Day): Promise<void> {
  const year = academicYearOf(today);
  const subjectId = (code: string) => demoUuid('subject', code);
  await insertRows(
    client,
    'subject',
    SUBJECTS.map(
      ([name, code, kind], i): Row => ({ id: subjectId(code), name, code, kind, position: i + 1 }),
    ),
  );
  await insertRows(
    client,
    'subject_class',
    SUBJECTS.flatMap(([, code, , classes]) =>
      classes.map((class_id): Row => ({ subject_id: subjectId(code), class_id })),
    ),
  );
  const groupId = (name: string) => demoUuid('class-group', name);
  await insertRows(
    client,
    'class_group',
    GROUPS.map(([name, type]): Row => ({ id: groupId(name), name, type })),
  );
  await insertRows(
    client,
    'class_group_class',
    GROUPS.flatMap(([name, , classes]) =>
      classes.map((class_id): Row => ({ class_group_id: groupId(name), class_id })),
    ),
  );
  await insertRows(
    client,
    'class_group_franchisee',
    GROUPS.flatMap(([name, , , centres]) =>
      centres.map((centre_id): Row => ({ class_group_id: groupId(name), centre_id })),
    ),
  );
  // The teachers with a sign-in take the sections in turn, from Nursery on; assistants help where the others are.
  await client.query(
    `with teacher as (select franchisee_id, id, row_number() over w as n, count(*) over (partition by franchisee_id) as of
        from staff where category = 'TEACHING' and status = 'APPROVED' window w as (partition by franchisee_id order by user_id is null, employee_code)),
      room as (select franchisee_id, id, row_number() over (partition by franchisee_id order by class_id < 3, class_id, name) as n
        from section where academic_year_id = $1)
     insert into section_teacher (franchisee_id, id, section_id, staff_id, part, from_on)
     select room.franchisee_id, ${demoUuidSql(`'section-teacher ' || room.id`)}, room.id, teacher.id, 'CLASS_TEACHER', $2
       from room join teacher on teacher.franchisee_id = room.franchisee_id and teacher.n = (room.n - 1) % teacher.of + 1`,
    [year, `${year}-06-01`],
  );
}
