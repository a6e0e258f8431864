// Every change of stage goes through here: the transition table, the row lock, the log line with its duration.
import { addDays, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { nextState } from '@aangan/contract/states.ts';
import { ensureFound } from '@aangan/server/ensure.ts';
import { handle } from '@aangan/server/handle.ts';
import type { Db } from '@aangan/server/unit-of-work.ts';
import { type Selectable, sql, type Updateable } from 'kysely';
import type { EnquiryTable } from '../../../db/types.ts';
import { refuseEnquiry } from '../enquiries.refusals.ts';
import { NEXT_DATE_MAX_DAYS, nextAfterFailed, nextWorkingDay } from './cadence.ts';
import { enquiryContract } from './enquiry.contract.ts';
import {
  type EnquiryAction,
  enquiryStates,
  isBskLevelTwo,
  needsOf,
  type Stage,
  statusOfStage,
  type UserAction,
  userActions,
  userActionsFrom,
} from './enquiry.states.ts';
import { ensureNextDate } from './next-date.ts';

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
}

/** Writes changes of a locked enquiry and, with a step, its new stage and log line. Returns the new version. */
export async function saveEnquiry(
  db: Db,
  row: EnquiryData,
  changes: EnquiryChanges,
  step?: Step,
): Promise<{ version: number; stage: Stage }> {
  const stage = (
    step ? nextState(enquiryStates, row.stage_code, step.action) : row.stage_code
  ) as Stage | null; // the column's foreign key allows only stages
  if (stage === null) throw notAllowed(row.stage_code);
  const now = (step?.now ?? new Date()).toISOString();
  const moved = step
    ? {
        stage_code: stage,
        spanco_status: statusOfStage[stage],
        ...(stage === row.stage_code ? {} : { stage_since: now }),
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
      stage,
      subStatus: changes.sub_status === undefined ? row.sub_status : (changes.sub_status ?? null),
      cycle: changes.cycle ?? row.cycle,
    });
  return { version: saved.version, stage };
}

async function logStep(
  db: Db,
  row: EnquiryData,
  step: Step,
  to: { stage: Stage; subStatus: string | null; cycle: number },
): Promise<void> {
  const seconds = Math.max(0, Math.round((step.now.getTime() - new Date(row.stage_since).getTime()) / 1000));
  await sql`insert into enquiry_stage_log (franchisee_id, enquiry_id, seq, cycle, at, by, via, action, from_status, to_status, from_stage, to_stage, from_sub_status, to_sub_status, reason, source_id, seconds_in_stage)
    select ${row.franchisee_id}::int, ${row.id}::uuid, coalesce(max(seq), 0) + 1, ${to.cycle}::smallint, ${step.now.toISOString()}::timestamptz, ${step.by}::uuid, ${step.via}, ${step.action},
      ${row.spanco_status}, ${statusOfStage[to.stage]}, ${row.stage_code}, ${to.stage}, ${row.sub_status}, ${to.subStatus}, ${step.reason ?? null}, ${step.sourceId ?? null}, ${seconds}::bigint
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

const notAllowed = (stage: string) => {
  const list = [
    ...new Set(userActionsFrom(stage).map((action) => nextState(enquiryStates, stage, action))),
  ].join(', ');
  return refuseEnquiry('enquiry.step-not-allowed', { details: { stage, list: list || 'no other stage' } });
};

const isUserAction = (action: string): action is UserAction => userActions.some((known) => known === action);

export const moveStage = handle(enquiryContract.moveStage, async ({ db, input, actor, now, version }) => {
  const row = await lockEnquiry(db, input.id, version);
  const { action } = input;
  if (!isUserAction(action))
    throw refuseEnquiry(action in systemTargets ? 'enquiry.system-stage' : 'enquiry.step-not-allowed', {
      details: { stage: row.stage_code, list: userActionsFrom(row.stage_code).join(', ') },
    });
  if (nextState(enquiryStates, row.stage_code, action) === null) throw notAllowed(row.stage_code);
  const data: StepData = {
    ...input,
    classId: input.classId ?? row.class_id,
    programme: input.programme ?? row.programme,
  };
  await ensureNeeds(db, action, data, now);
  const changes = await changesOf(db, action, data, { row, now });
  const saved = await saveEnquiry(db, row, changes, {
    action,
    via: 'USER',
    by: actor.userId,
    now,
    reason: input.reason ?? input.note,
  });
  const next = changes.next_follow_up_on === undefined ? row.next_follow_up_on : changes.next_follow_up_on;
  const status = statusOfStage[saved.stage];
  return {
    id: row.id,
    version: saved.version,
    spancoStatus: status,
    stage: saved.stage,
    nextFollowUpOn: next ?? null,
    bskLevelTwo: isBskLevelTwo({ stage: saved.stage, spancoStatus: status }),
  };
});

const systemTargets: Readonly<Record<string, true>> = {
  'link-sent': true,
  'plan-assigned': true,
  'form-completed': true,
  'temporarily-confirm': true,
  'admission-confirm': true,
  're-enquiry': true,
  'admission-cancelled': true,
};

interface StepData {
  note?: string | null | undefined;
  reason?: string | null | undefined;
  appointmentAt?: string | null | undefined;
  lostReasonId?: string | null | undefined;
  competitor?: string | null | undefined;
  classId?: number | null | undefined;
  programme?: string | null | undefined;
  subStatus?: string | null | undefined;
  nextFollowUpOn?: string | null | undefined;
}

const MIN_NOTE = 10;

async function ensureNeeds(db: Db, action: UserAction, data: StepData, now: Date): Promise<void> {
  const fields: Record<string, string> = {};
  const needs = needsOf[action];
  if (needs.includes('note') && (data.note ?? '').length < MIN_NOTE)
    fields['note'] = `At least ${MIN_NOTE} characters`;
  if (needs.includes('reason') && (data.reason ?? '').length < MIN_NOTE)
    fields['reason'] = `At least ${MIN_NOTE} characters`;
  if (needs.includes('classId') && !data.classId) fields['classId'] = 'Choose an entry';
  if (needs.includes('programme') && !data.programme) fields['programme'] = 'Choose an entry';
  if (needs.includes('appointmentAt')) {
    const at = data.appointmentAt ? new Date(data.appointmentAt).getTime() : 0;
    if (at <= now.getTime() || at > now.getTime() + NEXT_DATE_MAX_DAYS * 86_400_000)
      fields['appointmentAt'] = `Choose a time in the next ${NEXT_DATE_MAX_DAYS} days`;
  }
  if (needs.includes('lostReasonId')) {
    const reason = data.lostReasonId ? await lostReasonOf(db, data.lostReasonId) : undefined;
    if (!reason) fields['lostReasonId'] = 'Choose an entry';
    else if (reason.needs_competitor && !data.competitor) fields['competitor'] = 'Fill this in';
  }
  if (Object.keys(fields).length > 0) throw refuseEnquiry('enquiry.step-needs', { fields });
}

const lostReasonOf = (db: Db, id: string) =>
  db
    .selectFrom('lost_reason')
    .select(['id', 'needs_competitor', 'revive_days'])
    .where('id', '=', id)
    .where('active', '=', true)
    .executeTakeFirst();

/** The facts a user's step sets (enquiries.md 2.3, column "Sets"). */
async function changesOf(
  db: Db,
  action: UserAction,
  data: StepData,
  at: { row: EnquiryData; now: Date },
): Promise<EnquiryChanges> {
  const now = at.now.toISOString();
  const today = todayIst(at.now);
  const wished = data.nextFollowUpOn ?? null;
  if (wished) ensureNextDate(wished, today);
  const next = wished ?? nextWorkingDay(today);
  const more: EnquiryChanges = {
    ...(data.subStatus === undefined ? {} : { sub_status: data.subStatus }),
    ...(data.note ? { last_note: data.note } : {}),
  };
  const contact = {
    attempts: 0,
    last_contact_at: now,
    first_contact_at: at.row.first_contact_at ?? now,
    first_attempt_at: at.row.first_attempt_at ?? now,
  };
  switch (action) {
    case 'converse':
      return {
        ...more,
        ...contact,
        next_follow_up_on: next,
        ...(data.subStatus === undefined ? { sub_status: 'Details shared' } : {}),
      };
    case 'fix-appointment':
    case 'reschedule': {
      const appointment = data.appointmentAt ?? now;
      const subStatus = data.subStatus ?? (action === 'reschedule' ? 'Rescheduled' : 'Appointment fixed');
      return {
        ...more,
        ...contact,
        sub_status: subStatus,
        intent_at: at.row.intent_at ?? now,
        appointment_at: appointment,
        next_follow_up_on: todayIst(appointment),
        next_follow_up_at: appointment,
      };
    }
    case 'counsel-online':
    case 'counsel-offline':
      return {
        ...more,
        ...contact,
        class_id: data.classId ?? null,
        programme: data.programme ?? null,
        counselled_at: now,
        sub_status: data.subStatus ?? (action === 'counsel-offline' ? 'Walk-in done' : null),
        ...(action === 'counsel-offline' ? { walk_in_at: at.row.walk_in_at ?? now } : {}),
        next_follow_up_on: wished ?? nextAfterFailed(today, today, true),
        next_follow_up_at: null,
      };
    case 'step-back':
      return { ...more, sub_status: data.subStatus ?? null, next_follow_up_on: next };
    case 'revive':
      return { ...more, ...newCycle(at.row), ...contact, sub_status: 'Interested', next_follow_up_on: next };
    default:
      return { ...more, ...(await closing(db, data, at)) };
  }
}

async function closing(db: Db, data: StepData, at: { now: Date }): Promise<EnquiryChanges> {
  const reason = ensureFound(await lostReasonOf(db, data.lostReasonId ?? ''));
  const days = reason.revive_days;
  return {
    closed_at: at.now.toISOString(),
    lost_reason_id: reason.id,
    lost_note: data.note?.slice(0, 300) ?? null,
    competitor: data.competitor ?? null,
    revive_on: days > 0 ? addDays(todayIst(at.now), days) : null,
    next_follow_up_on: null,
    next_follow_up_at: null,
    sub_status: null,
  };
}

/** A new life: the facts of the old cycle are cleared; they stay in the log. The enquiry stays counted once. */
const newCycle = (row: EnquiryData): EnquiryChanges => ({
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
