// Every change of stage goes through here: the transition table, the row lock, the log line with its duration.
import { addDays, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { ensureFound } from '@aangan/server/ensure.ts';
import type { Db } from '@aangan/server/unit-of-work.ts';
import { type Selectable, sql, type Updateable } from 'kysely';
import type { EnquiryTable } from '../../../db/types.ts';
import { tellVisit } from '../appointments/tell-visit.server.ts';
import { refuseEnquiry } from '../enquiries.refusals.ts';
import { nextWorkingDay } from './cadence.ts';
import {
  type EnquiryAction,
  nextStage,
  type Place,
  statusOfStage,
  userActionsFrom,
} from './enquiry.states.ts';

export type EnquiryData = Selectable<EnquiryTable>;
export type EnquiryChanges = Updateable<EnquiryTable>;

/** Locks an enquiry of the caller's scope; with a version it must still be that one (412). */
export async function lockEnquiry(db: Db, id: string, version?: number): Promise<EnquiryData> {
  const row = ensureFound(
    await db.selectFrom('enquiry').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),
  );
  if (version !== undefined && row.version !== version) throw refuse('row.stale');
  if (row.merged_into !== null || row.erased_at !== null) throw refuseEnquiry('enquiry.read-only');
  return row;
}

export interface Step {
  action: EnquiryAction;
  via: 'USER' | 'SYSTEM' | 'INTAKE' | 'UPLOAD';
  by: string | null;
  now: Date;
  reason?: string | null | undefined;
  /** The document that caused a system move; the same one moves only once. */
  sourceId?: string | null;
  /** Where the settings or the person name the stage (`enter`, `step-back`); else the table does. */
  to?: Place | undefined;
}

export const placeOf = (row: Pick<EnquiryData, 'stage_code' | 'spanco_status'>): Place => ({
  stage: row.stage_code,
  status: row.spanco_status,
});

/** Writes changes of a locked enquiry and, with a step, its new stage and log line. Returns version and place. */
export async function saveEnquiry(
  db: Db,
  row: EnquiryData,
  changes: EnquiryChanges,
  step?: Step,
): Promise<{ version: number } & Place> {
  const place = step ? targetOf(row, step) : placeOf(row);
  const now = (step?.now ?? new Date()).toISOString();
  const moved = step
    ? {
        stage_code: place.stage,
        spanco_status: place.status,
        ...(place.stage === row.stage_code ? {} : { stage_since: now }),
      }
    : {};
  const raised = raisedTemperature(row, { ...changes, ...moved });
  const saved = await db
    .updateTable('enquiry')
    .set({ ...changes, ...moved, ...(raised ? { temperature: raised } : {}), last_activity_at: now })
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.id)
    .returning('version')
    .executeTakeFirstOrThrow();
  if (step)
    await logStep(db, row, step, {
      place,
      subStatus: changes.sub_status === undefined ? row.sub_status : (changes.sub_status ?? null),
      cycle: changes.cycle ?? row.cycle,
    });
  if (step) await tellVisit(db, row, changes, step.now);
  return { version: saved.version, ...place };
}

function targetOf(row: EnquiryData, { action, to }: Step): Place {
  if (to) return to;
  const stage = nextStage(placeOf(row), action);
  if (stage === null)
    throw refuseEnquiry('enquiry.step-not-allowed', {
      details: { stage: row.stage_code, list: listOf(placeOf(row)) },
    });
  return { stage, status: statusOfStage[stage] };
}

const listOf = (at: Place): string =>
  [...new Set(userActionsFrom(at.stage, at.status).flatMap((action) => nextStage(at, action) ?? []))].join(
    ', ',
  ) || 'no other stage';

async function logStep(
  db: Db,
  row: EnquiryData,
  step: Step,
  to: { place: Place; subStatus: string | null; cycle: number },
): Promise<void> {
  const seconds = Math.max(0, Math.round((step.now.getTime() - new Date(row.stage_since).getTime()) / 1000));
  await sql`insert into enquiry_stage_log (franchisee_id, enquiry_id, seq, cycle, at, by, via, action, from_status, to_status, from_stage, to_stage, from_sub_status, to_sub_status, reason, source_id, seconds_in_stage)
    select ${row.franchisee_id}::int, ${row.id}::uuid, coalesce(max(seq), 0) + 1, ${to.cycle}::smallint, ${step.now.toISOString()}::timestamptz, ${step.by}::uuid, ${step.via}, ${step.action},
      ${row.spanco_status}, ${to.place.status}, ${row.stage_code}, ${to.place.stage}, ${row.sub_status}, ${to.subStatus}, ${step.reason?.slice(0, 300) ?? null}, ${step.sourceId ?? null}, ${seconds}::bigint
      from enquiry_stage_log where franchisee_id = ${row.franchisee_id} and enquiry_id = ${row.id}`.execute(
    db,
  );
}

// Only upwards, and only when the group rises; a person's opinion is never lowered by the system (enquiries.md D3).
function raisedTemperature(row: EnquiryData, after: EnquiryChanges): 'WARM' | 'HOT' | null {
  const has = (name: 'walk_in_at' | 'counselled_at' | 'intent_at' | 'appointment_at') =>
    (after[name] === undefined ? row[name] : after[name]) !== null;
  const hadNot = (...names: ('walk_in_at' | 'counselled_at' | 'intent_at' | 'appointment_at')[]) =>
    names.every((name) => row[name] === null);
  if (has('walk_in_at') || has('counselled_at')) return hadNot('walk_in_at', 'counselled_at') ? 'HOT' : null;
  if (has('intent_at') || has('appointment_at'))
    return hadNot('intent_at', 'appointment_at') && row.temperature === 'COLD' ? 'WARM' : null;
  return null;
}

/** A new life: the facts of the old cycle are cleared; they stay in the log. The enquiry stays counted once. */
export const newCycle = (row: EnquiryData): EnquiryChanges => ({
  cycle: row.cycle + 1,
  intent_at: null,
  appointment_at: null,
  walk_in_at: null,
  counselled_at: null,
  attempts: 0,
  closed_at: null,
  lost_reason_id: null,
  lost_note: null,
  competitor: null,
  revive_on: null,
});

/** The same child of a lost enquiry arrived again (intake). */
export async function reEnquire(
  db: Db,
  by: { now: Date; via: Step['via']; by: string | null },
  id: string,
): Promise<void> {
  const row = await lockEnquiry(db, id);
  if (row.spanco_status !== 'Lost') return;
  const today = todayIst(by.now);
  await saveEnquiry(
    db,
    row,
    { ...newCycle(row), sub_status: 'Fresh', next_follow_up_on: nextWorkingDay(addDays(today, -1)) },
    { action: 're-enquiry', ...by },
  );
}
