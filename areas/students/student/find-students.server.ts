import type { SearchSource } from '@aangan/server/area-extras.ts';
import { contains } from '@aangan/server/keyset.ts';
import { sql } from 'kysely';
import { studentModules } from '../modules.ts';

/** Children for Ctrl+K, by name or admission number; former pupils come last. */
export const studentSearch: SearchSource = {
  kind: 'student',
  title: 'Students',
  module: studentModules.student,
  find: async (db, actor, words, limit) => {
    const like = contains(words);
    const centre = actor.franchiseeId === null ? sql`` : sql`s.franchisee_id = ${actor.franchiseeId} and `;
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
       where ${centre} s.merged_into is null and s.erased_at is null and s.search_text like ${like}
       order by s.state = 'STUDYING' desc, s.name, s.id limit ${limit}`.execute(db);
    return rows.map((row) => ({
      id: row.id,
      label: row.name,
      detail: [row.no, [row.class, row.section].filter(Boolean).join(' ')].filter(Boolean).join(' · '),
      link: `/students/edit/${row.id}`,
    }));
  },
};
