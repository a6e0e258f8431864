// Stages that come from admissions and finance, moved inside their unit of work (areas/README §3).
import { todayIst } from '@aangan/contract/period.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { nextWorkingDay } from './cadence.ts';
import { nextStage, type Stage, type SystemAction } from './enquiry.states.ts';
import { type EnquiryChanges, lockEnquiry, placeOf, saveEnquiry } from './move-stage.server.ts';

export interface EnquiryState {
  stage: Stage;
  spancoStatus: string;
  /** False when nothing moved: repeated, late or backward. */
  moved: boolean;
}

const actionFor: Partial<Record<Stage, SystemAction>> = {
  'Application Fee Link Sent': 'link-sent',
  'Intelliskills+BSK Fee Plan Assign': 'plan-assigned',
  'Admission Form Completed': 'form-completed',
  'Temporarily Confirmed': 'temporarily-confirm',
  'Admission Confirmed': 'admission-confirm',
};

/**
 * Moves an enquiry to a stage that comes from admissions or finance: forward only and once per (enquiry, stage, sourceId).
 * A repeated, late or backward call changes nothing and returns the present state. Throws `row.not-found`.
 */
export async function moveEnquiryStage(
  db: Db,
  move: { enquiryId: string; stage: Stage; sourceId: string; reason?: string; now?: Date },
): Promise<EnquiryState> {
  const row = await lockEnquiry(db, move.enquiryId);
  const stay = (): EnquiryState => ({
    stage: row.stage_code as Stage,
    spancoStatus: row.spanco_status,
    moved: false,
  }); // only stages are stored
  const action = actionFor[move.stage];
  const stage = action ? nextStage(placeOf(row), action) : null;
  if (!action || stage === null || (await wasDone(db, row, action, move.sourceId))) return stay();
  const now = move.now ?? new Date();
  const admitted = action === 'admission-confirm';
  const changes: EnquiryChanges = {
    intent_at: row.intent_at ?? now.toISOString(),
    sub_status: null,
    ...(admitted
      ? { admitted_at: now.toISOString(), next_follow_up_on: null, next_follow_up_at: null }
      : { next_follow_up_on: row.next_follow_up_on ?? nextWorkingDay(todayIst(now)) }),
  };
  const saved = await saveEnquiry(db, row, changes, {
    action,
    via: 'SYSTEM',
    by: null,
    now,
    reason: move.reason,
    sourceId: move.sourceId,
  });
  return { stage, spancoStatus: saved.status, moved: true };
}

async function wasDone(
  db: Db,
  row: { franchisee_id: number; id: string },
  action: string,
  sourceId: string,
): Promise<boolean> {
  return (
    (await db
      .selectFrom('enquiry_stage_log')
      .select('seq')
      .where('franchisee_id', '=', row.franchisee_id)
      .where('enquiry_id', '=', row.id)
      .where('action', '=', action)
      .where('source_id', '=', sourceId)
      .executeTakeFirst()) !== undefined
  );
}

/** An admission was withdrawn before its first day: Order becomes Lost/Drop Off, reason 'Admission withdrawn'; once per enrolment. */
export async function admissionCancelled(
  db: Db,
  cancel: { enquiryId: string; enrolmentId: string; reason?: string; now?: Date },
): Promise<EnquiryState> {
  const row = await lockEnquiry(db, cancel.enquiryId);
  if (row.spanco_status !== 'Order')
    return { stage: row.stage_code as Stage, spancoStatus: row.spanco_status, moved: false }; // only stages are stored
  const now = cancel.now ?? new Date();
  const reason = await db
    .selectFrom('lost_reason')
    .select('id')
    .where('franchisee_id', '=', 1)
    .where('name', '=', 'Admission withdrawn')
    .executeTakeFirstOrThrow();
  const saved = await saveEnquiry(
    db,
    row,
    { closed_at: now.toISOString(), lost_reason_id: reason.id, next_follow_up_on: null, sub_status: null },
    {
      action: 'admission-cancelled',
      via: 'SYSTEM',
      by: null,
      now,
      reason: cancel.reason,
      sourceId: cancel.enrolmentId,
    },
  );
  return { stage: 'Drop Off', spancoStatus: saved.status, moved: true };
}
