import type { SetUpStep } from '@aangan/server/endpoint/area-extras.ts';
import { anyRow } from '@aangan/server/sql.ts';
import { sql } from 'kysely';

export const academicsSetUp: readonly SetUpStep[] = [
  {
    key: 'academics.terms',
    place: 40,
    title: 'Set the terms of the year',
    help: 'Grades, remarks and report cards belong to a term.',
    path: '/terms/term-details',
    isDone: (db) => anyRow(db, sql`select from term_map`),
  },
];
