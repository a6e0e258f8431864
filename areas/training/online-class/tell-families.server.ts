// What families hear of a class: a link of its own for each child, and that it is cancelled.
import { formatTime, todayIst } from '@aangan/contract/period.ts';
import type { RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { queueMessage } from '../../communication/public.server.ts';
import { rosterOf } from '../../students/public.server.ts';
import { closesAt } from './online-class.queries.server.ts';

type ClassRow = RowIn<'online_class'>;

/** Children who stand in the sections on its day are invited; those invited before stay. */
export async function inviteChildren(db: Db, row: ClassRow): Promise<number> {
  const { rows: sections } = await sql<{ id: string }>`select section_id as id from online_class_section
    where franchisee_id = ${row.franchisee_id} and online_class_id = ${row.id}`.execute(db);
  const ids = new Set<string>();
  for (const { id } of sections)
    for (const child of await rosterOf(db, {
      franchiseeId: row.franchisee_id,
      sectionId: id,
      on: todayIst(row.starts_at),
    }))
      ids.add(child.studentAdmissionId);
  await sql`insert into online_class_child (franchisee_id, online_class_id, enrolment_id)
    select ${row.franchisee_id}, ${row.id}, e.id from unnest(${[...ids]}::uuid[]) as e (id)
    on conflict (franchisee_id, online_class_id, enrolment_id) do nothing`.execute(db);
  return ids.size;
}

interface Invited {
  id: string;
  studentId: string;
  name: string;
}

export async function invitedChildren(db: Db, row: ClassRow): Promise<Invited[]> {
  const { rows } = await sql<Invited>`
    select x.id, s.id as "studentId", coalesce(s.call_name, s.name) as name from online_class_child x
      join enrolment e on e.franchisee_id = x.franchisee_id and e.id = x.enrolment_id
      join student s on s.franchisee_id = e.franchisee_id and s.id = e.student_id
     where x.franchisee_id = ${row.franchisee_id} and x.online_class_id = ${row.id} order by s.name, x.id`.execute(
    db,
  );
  return rows;
}

const valuesOf = (row: ClassRow, child: Invited) => ({
  child: child.name,
  title: row.title,
  date: todayIst(row.starts_at),
  from: formatTime(row.starts_at),
});

/** Sends each family its link; the same key is sent once. */
export async function sendLinks(db: Db, row: ClassRow, key: string): Promise<number> {
  await inviteChildren(db, row);
  const children = await invitedChildren(db, row);
  for (const child of children)
    await queueMessage(db, {
      kind: 'online-class.link',
      franchiseeId: row.franchisee_id,
      about: { studentIds: [child.studentId] },
      values: valuesOf(row, child),
      appLink: '/online-class/my-classes',
      link: {
        purpose: 'online-class.child',
        subjectId: child.id,
        subjectKind: 'online-class-child',
        expiresAt: new Date(closesAt(row.ends_at)),
      },
      dedupeKey: `${child.id}:${key}`,
      expiresAt: new Date(row.ends_at),
      source: { kind: 'online-class', id: row.id },
    });
  return children.length;
}

export async function tellCancelled(db: Db, row: ClassRow): Promise<void> {
  for (const child of await invitedChildren(db, row))
    await queueMessage(db, {
      kind: 'online-class.cancelled',
      franchiseeId: row.franchisee_id,
      about: { studentIds: [child.studentId] },
      values: { ...valuesOf(row, child), reason: row.cancel_reason ?? '' },
      appLink: '/online-class/my-classes',
      dedupeKey: `${child.id}:cancelled`,
      expiresAt: new Date(row.ends_at),
      source: { kind: 'online-class', id: row.id },
    });
}
