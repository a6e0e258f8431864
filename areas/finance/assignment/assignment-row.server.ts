import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import type { JoinProration, PlanComponent, PlanOption } from '../fee-plan/plan-shape.ts';
import type { ScheduleLine } from '../fee-plan/schedule.ts';
import { refuseFinance } from '../finance.refusals.ts';
import type { TermedConcession } from './assignment-choice.server.ts';
import { assignmentStatusTitles } from './fee-assignment.states.ts';

export interface AssignmentSnapshot {
  readonly plan: {
    readonly id: string;
    readonly code: string;
    readonly name: string;
    readonly planVersion: number;
    readonly classId: number | null;
    readonly session: string;
    readonly total: number;
  };
  readonly components: readonly PlanComponent[];
  readonly option: PlanOption;
  readonly concessions: readonly TermedConcession[];
  readonly lines: readonly ScheduleLine[];
  readonly withoutComponents: readonly string[];
  /** Absent in snapshots made before it was offered. */
  readonly joinProration?: JoinProration;
}

/** The assignment, locked: the document row comes before the account (finance.md 3.11). */
export async function lockAssignment(db: Db, franchiseeId: number, assignmentId: string) {
  return ensureFound(
    await db
      .selectFrom('fee_assignment')
      .selectAll()
      .where('franchisee_id', '=', franchiseeId)
      .where('id', '=', assignmentId)
      .forUpdate()
      .executeTakeFirst(),
  );
}

export type AssignmentRow = Awaited<ReturnType<typeof lockAssignment>>;

/** What was submitted. Only `assignPlan` writes it. */
export const snapshotIn = (row: { snapshot: unknown }): AssignmentSnapshot =>
  row.snapshot as AssignmentSnapshot;

/** 409: the row has moved on. */
export const notPending = (status: string) =>
  refuseFinance('fee-assignment.not-pending', {
    details: { status: (assignmentStatusTitles as Record<string, string>)[status]?.toLowerCase() ?? status },
  });
