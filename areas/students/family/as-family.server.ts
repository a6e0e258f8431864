import { refuse } from '@aangan/contract/refusal.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { asCentreOfChild, type Db } from '@aangan/server/work/unit-of-work.ts';
import { resolveStudentRef } from '../student/student-refs.server.ts';

/** The parent's own child that a command is about. */
export interface OwnChild {
  readonly franchiseeId: number;
  readonly studentId: string;
  /** The latest enrolment, or the one that was named. */
  readonly studentAdmissionId: string;
}

/**
 * How a parent (or a student) writes: the child is looked for in the family's own scope, then `work` runs as the child's
 * centre, in the same transaction and under the parent's user id. `anyId` is what a path carries: student, enrolment or
 * admission. Refuses 404 for anybody else's child and for whoever is no family.
 */
export async function asFamily<T>(
  db: Db,
  actor: Actor,
  anyId: string,
  work: (child: OwnChild) => Promise<T>,
): Promise<T> {
  const found = actor.students === null ? null : await resolveStudentRef(db, anyId);
  const studentId = found?.studentId ?? null;
  if (!found || studentId === null || !actor.students?.includes(studentId)) throw refuse('row.not-found');
  const { franchiseeId, studentAdmissionId } = found;
  return asCentreOfChild(db, franchiseeId, () => work({ franchiseeId, studentId, studentAdmissionId }));
}
