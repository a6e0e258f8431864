import { refusals } from '@aangan/contract/refusal.ts';
import type { Actor } from './actor.ts';
import { userIdOf } from './ensure.ts';
import type { Db } from './unit-of-work.ts';

export const refuseApproval = refusals({
  'approval.own': [403, 'You prepared this, so another person has to decide it.'],
  'approval.code-missing': [403, 'Your approval level does not cover this. Ask somebody who holds it.'],
});

export interface ApprovalStep {
  franchiseeId: number;
  subjectKind: string;
  subjectId: string;
  subjectVersion?: number;
  step?: number;
  /** Approval code the decider must hold. */
  code?: string;
  decision: 'APPROVE' | 'RETURN' | 'REJECT';
  makerId: string;
  note?: string | null;
}

/** True when the actor holds the approval code (a super admin holds all). */
export const holdsCode = (actor: Actor, code: string): boolean => actor.allModules || actor.codes.has(code);

/**
 * Records one person's decision, append-only. Refuses the maker (the table's CHECK refuses it again) and an actor
 * without the code. One approval per (subject, version, step), one per person.
 */
export async function approvalStep(db: Db, actor: Actor, step: ApprovalStep): Promise<void> {
  const decidedBy = userIdOf(actor);
  if (decidedBy === step.makerId) throw refuseApproval('approval.own');
  if (step.code && !holdsCode(actor, step.code)) throw refuseApproval('approval.code-missing');
  await db
    .insertInto('approval_step')
    .values({
      franchisee_id: step.franchiseeId,
      subject_kind: step.subjectKind,
      subject_id: step.subjectId,
      subject_version: step.subjectVersion ?? 1,
      step: step.step ?? 1,
      code: step.code ?? null,
      decision: step.decision,
      maker_id: step.makerId,
      decided_by: decidedBy,
      note: step.note ?? null,
    })
    .execute();
}
