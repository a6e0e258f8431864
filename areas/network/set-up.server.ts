// What a new network needs of zones, centres and people before its centres can work.
import type { SetUpStep } from '@aangan/server/endpoint/area-extras.ts';
import { anyRow, HEAD_OFFICE } from '@aangan/server/sql.ts';
import { sql } from 'kysely';

export const networkSetUp: readonly SetUpStep[] = [
  {
    key: 'network.zones',
    place: 10,
    title: 'Add your zones',
    help: 'A zone groups centres under a zone manager.',
    path: '/franchisee?tab=zones',
    isDone: (db) => anyRow(db, sql`select from zone where active`),
  },
  {
    key: 'network.centres',
    place: 20,
    title: 'Open the first centre',
    help: 'With its agreement and seats; it opens once its checklist is done.',
    path: '/franchisee',
    isDone: (db) => anyRow(db, sql`select from franchisee where id <> ${HEAD_OFFICE} and status = 'ACTIVE'`),
  },
  {
    key: 'network.people',
    place: 30,
    title: 'Invite your people',
    help: 'A centre head, counsellors and teachers of the centre, finance and operations of head office.',
    path: '/user/create',
    isDone: (db) =>
      anyRow(
        db,
        sql`select from app_user where kind = 'STAFF' and not super_admin and state in ('INVITED', 'ACTIVE')`,
      ),
  },
];
