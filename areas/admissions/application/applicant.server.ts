// Shared pieces of the form workflows: locking, steps and links.
import { ensureStep } from '@aangan/server/ensure.ts';
import { issueLink } from '@aangan/server/links.ts';
import type { Db } from '@aangan/server/unit-of-work.ts';
import { refuseAdmission } from '../refusals.ts';
import { applicationLabels, applicationStates } from './application.states.ts';

export type ApplicationStatus = keyof typeof applicationStates;

/** The application with its row locked; undefined when it is not there or not the actor's. */
export const lockApplication = (db: Db, id: string) =>
  db.selectFrom('application').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export interface StepFacts {
  kind: 'APPLICATION' | 'ADMISSION';
  franchiseeId: number;
  subjectId: string;
  from: string | null;
  to: string;
  action: string;
  reason?: string | null;
  channel?: string;
}

/** Every transition leaves a line {from, to, action, by, at, reason}. */
export async function writeStep(db: Db, step: StepFacts): Promise<void> {
  await db
    .insertInto('admission_step')
    .values({
      franchisee_id: step.franchiseeId,
      kind: step.kind,
      subject_id: step.subjectId,
      from_status: step.from,
      to_status: step.to,
      action: step.action,
      reason: step.reason ?? null,
      channel: step.channel ?? null,
    })
    .execute();
}

interface LockedApplication {
  franchisee_id: number;
  id: string;
  status: string;
}

/** Moves a locked application by its transition table, with extra columns, and writes the step. */
export async function moveApplication(
  db: Db,
  row: LockedApplication,
  action: string,
  change: { set?: Record<string, unknown>; reason?: string | null; channel?: string } = {},
): Promise<ApplicationStatus> {
  const label = applicationLabels[row.status as ApplicationStatus].toLowerCase();
  const to = ensureStep(applicationStates, row.status, action, () =>
    refuseAdmission('application.wrong-state', { details: { status: label } }),
  ) as ApplicationStatus;
  await db
    .updateTable('application')
    .set({ ...change.set, status: to })
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.id)
    .execute();
  await writeStep(db, {
    kind: 'APPLICATION',
    franchiseeId: row.franchisee_id,
    subjectId: row.id,
    from: row.status,
    to,
    action,
    reason: change.reason ?? null,
    ...(change.channel ? { channel: change.channel } : {}),
  });
  return to;
}

/** A fresh capability for the parent; older ones stay valid until eight are live (links.ts). */
export const applicationLink = (
  db: Db,
  application: { franchisee_id: number; id: string },
  expiresAt: Date,
  now: Date,
): Promise<string> =>
  issueLink(db, {
    purpose: 'form.application',
    franchiseeId: application.franchisee_id,
    subject: { kind: 'application', id: application.id },
    expiresAt,
    now,
  });
