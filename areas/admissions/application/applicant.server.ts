// Shared pieces of the application's workflow: locking, steps and links.
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { moveForm } from '../form/open-form.server.ts';
import type { applicationStates } from './application.states.ts';

export type ApplicationStatus = keyof typeof applicationStates;

/** The application with its row locked; undefined when it is not there or not the actor's. */
export const lockApplication = (db: Db, id: string) =>
  db.selectFrom('application').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

interface LockedApplication {
  franchisee_id: number;
  id: string;
  status: string;
}

/** Moves a locked application by its transition table, with extra columns, and writes the step. */
export const moveApplication = (
  db: Db,
  row: LockedApplication,
  action: string,
  change: { set?: Record<string, unknown>; reason?: string | null; channel?: string } = {},
): Promise<string> =>
  moveForm(
    db,
    { kind: 'APPLICATION', franchiseeId: row.franchisee_id, id: row.id, status: row.status },
    action,
    change,
  );
