import type { SearchSource } from '@aangan/server/endpoint/area-extras.ts';
import { contains } from '@aangan/server/record/keyset.ts';
import { holds } from '@aangan/server/work/actor.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { studentModules } from '../modules.ts';

interface Wanted {
  /** Null: all that are in reach. */
  franchiseeId: number | null;
  words?: string;
  /** Only this child. */
  id?: string;
  limit: number;
}

/** Children by name or admission number; former pupils come last. */
export async function studentsByName(
  db: Db,
  wanted: Wanted,
): Promise<{ id: string; name: string; detail: string }[]> {
  const centre = wanted.franchiseeId === null ? sql`` : sql`s.franchisee_id = ${wanted.franchiseeId} and `;
  const one = wanted.id === undefined ? sql`` : sql`s.id = ${wanted.id}::uuid and `;
  const { rows } = await sql<{
    id: string;
    name: string;
    no: string;
    class: string | null;
    section: string | null;
  }>`
      select s.id, s.name, s.admission_no as no, k.name as class, x.name as section from student s
        left join enrolment e on e.franchisee_id = s.franchisee_id and e.id = s.current_enrolment_id
        left join class k on k.id = e.class_id left join section x on x.franchisee_id = e.franchisee_id and x.id = e.section_id
       where ${centre} ${one} s.merged_into is null and s.erased_at is null and s.search_text like ${contains((wanted.words ?? '').toLowerCase())}
       order by s.state = 'STUDYING' desc, s.name, s.id limit ${wanted.limit}`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    detail: [row.no, [row.class, row.section].filter(Boolean).join(' ')].filter(Boolean).join(' · '),
  }));
}

/** Children for Ctrl+K. */
export const studentSearch: SearchSource = {
  kind: 'student',
  title: 'Students',
  module: studentModules.student,
  find: async (db, actor, words, limit) =>
    (await studentsByName(db, { franchiseeId: actor.franchiseeId, words, limit })).map((row) => ({
      id: row.id,
      label: row.name,
      detail: row.detail,
      // The profile is a page for whoever may change it; others come to the child in the list.
      link: holds(actor, studentModules.student, true)
        ? `/students/edit/${row.id}`
        : `/students/details/page/1?q=${encodeURIComponent(row.name)}`,
    })),
};
