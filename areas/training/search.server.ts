// What Ctrl+K finds of training: trainings by number and title, modules by code and title, certificates by number.
import type { SearchSource } from '@aangan/server/endpoint/area-extras.ts';
import { contains } from '@aangan/server/record/keyset.ts';
import { inChosenCentre } from '@aangan/server/sql.ts';
import { sql } from 'kysely';
import { trainingModules as m } from './modules.ts';

interface Found {
  id: string;
  label: string;
  detail: string;
}

export const trainingSearch: readonly SearchSource[] = [
  {
    kind: 'training',
    title: 'Trainings',
    module: m.trainingByTrainersCreate,
    find: async (db, _actor, words, limit) => {
      const { rows } = await sql<Found>`
        select id, title as label, code as detail from training where title ilike ${contains(words)} or code ilike ${contains(words)}
         order by from_date desc, id limit ${limit}`.execute(db);
      return rows.map((row) => ({ ...row, link: `/trainer-led/edit-training/${row.id}` }));
    },
  },
  {
    kind: 'training-module',
    title: 'Training modules',
    module: m.teacherModule,
    find: async (db, _actor, words, limit) => {
      const { rows } = await sql<Found>`
        select id, title as label, code as detail from teacher_module where title ilike ${contains(words)} or code ilike ${contains(words)}
         order by status = 'ARCHIVED', title, id limit ${limit}`.execute(db);
      return rows.map((row) => ({ ...row, link: `/self-training/edit-teacher-module/${row.id}` }));
    },
  },
  {
    kind: 'training-certificate',
    title: 'Certificates of staff',
    module: m.teacherPerformance,
    find: async (db, actor, words, limit) => {
      const { rows } = await sql<Found & { staff: string }>`
        select c.id, c.number as label, s.name as detail, s.id as staff from training_certificate c
          join staff s on s.franchisee_id = c.franchisee_id and s.id = c.staff_id
         where c.number ilike ${contains(words)} and ${inChosenCentre(actor, 'c.franchisee_id')} order by c.issued_on desc, c.id limit ${limit}`.execute(
        db,
      );
      return rows.map(({ staff, ...row }) => ({
        ...row,
        link: `/self-training/teacher-performance-record/${staff}`,
      }));
    },
  },
];
