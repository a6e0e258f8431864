// The facts a step sets (enquiries.md 2.3, column "Sets"), and the next date that follows.
import { addDays, todayIst } from '@aangan/contract/period.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { ageLimitsOf } from '../enquiry/age-limits.server.ts';
import { mostDaysAhead, nextAfterFailed, nextWorkingDay } from '../enquiry/cadence.ts';
import { ensureAge } from '../enquiry/capture-enquiry.server.ts';
import type { UserAction } from '../enquiry/enquiry.states.ts';
import { limitsOf } from '../enquiry/limits.server.ts';
import type { Limits } from '../enquiry/limits-setting.ts';
import { type EnquiryChanges, type EnquiryData, newCycle } from '../enquiry/move-stage.server.ts';
import { ensureNextDate } from '../enquiry/next-date.ts';
import { ensureProgramme } from '../enquiry/programmes.server.ts';
import { classCategoryOf } from './class-category.server.ts';
import type { KnownOfChild, NextStep } from './next-steps.ts';
import { stageFacts } from './stage-settings.server.ts';
import { type LostReason, lostReasonOf, type StepData } from './step-needs.server.ts';

interface StepAt {
  row: EnquiryData;
  now: Date;
}

/** What is stored of the stage and the reason that a step names. */
export interface StepFacts {
  stage: { sets_intent: boolean; sets_walk_in: boolean } | undefined;
  reason: LostReason | undefined;
  limits: Limits;
}

export async function changesOfStep(
  db: Db,
  step: NextStep,
  data: StepData,
  at: StepAt,
): Promise<EnquiryChanges> {
  const reason = step.status === 'Lost' ? await lostReasonOf(db, data.lostReasonId ?? '') : undefined;
  const stage = step.action === 'enter' ? await stageFacts(db, step.to) : undefined;
  const limits = await limitsOf(db, at.row.franchisee_id);
  return changesWith(step, data, at, { stage, reason, limits });
}

/** As changesOfStep, with the facts at hand: a file takes a thousand steps and reads them once. */
export function changesWith(step: NextStep, data: StepData, at: StepAt, facts: StepFacts): EnquiryChanges {
  if (step.status === 'Lost') return { ...noteOf(data), ...closing(ensureFound(facts.reason), data, at) };
  const today = todayIst(at.now);
  const next = data.nextFollowUpOn ?? nextWorkingDay(today);
  const changes = {
    ...noteOf(data),
    ...ownChanges(step.action, data, { ...at, next, today }),
    ...(step.action === 'enter' ? settingsChanges(facts.stage, data, at) : {}),
    ...(data.subStatus ? { sub_status: data.subStatus } : {}),
    ...(data.appointmentAt ? appointmentChanges(data.appointmentAt, at) : {}),
  };
  if (data.nextFollowUpOn)
    ensureNextDate(data.nextFollowUpOn, today, { days: mostDaysAhead(changes.sub_status, facts.limits) });
  return changes;
}

/** What was told of the child along with a step. */
export async function childChanges(
  db: Db,
  data: Pick<StepData, 'classId' | 'programme' | 'childDob' | 'pincode'>,
  { row, now }: StepAt,
): Promise<EnquiryChanges> {
  await ensureProgramme(db, row.franchisee_id, {
    programme: data.programme,
    has: row.programme,
    field: 'programme',
  });
  if (data.childDob)
    ensureAge({ dob: data.childDob }, now, await ageLimitsOf(db, row.franchisee_id), 'childDob');
  return {
    ...(data.classId
      ? { class_id: data.classId, class_category: await classCategoryOf(db, data.classId) }
      : {}),
    ...(data.programme ? { programme: data.programme } : {}),
    ...(data.childDob ? { child_dob: data.childDob } : {}),
    ...(data.pincode ? { pincode: data.pincode } : {}),
  };
}

/** What a step may ask for of a child, with what is known already. */
export const withKnown = (row: EnquiryData, data: StepData): StepData => ({
  ...data,
  classId: data.classId ?? row.class_id,
  programme: data.programme ?? row.programme,
  childDob: data.childDob ?? row.child_dob,
  pincode: data.pincode ?? row.pincode,
});

export const knownOf = (row: EnquiryData): KnownOfChild => ({
  classId: row.class_id,
  programme: row.programme,
  childDob: row.child_dob,
  pincode: row.pincode,
});

const noteOf = (data: StepData): EnquiryChanges => (data.note ? { last_note: data.note } : {});

const contactNow = ({ row, now }: StepAt): EnquiryChanges => {
  const at = now.toISOString();
  return {
    attempts: 0,
    last_contact_at: at,
    first_contact_at: row.first_contact_at ?? at,
    first_attempt_at: row.first_attempt_at ?? at,
  };
};

const appointmentChanges = (appointment: string, { row, now }: StepAt): EnquiryChanges => ({
  intent_at: row.intent_at ?? now.toISOString(),
  appointment_at: appointment,
  next_follow_up_on: todayIst(appointment),
  next_follow_up_at: appointment,
});

function ownChanges(
  action: UserAction,
  data: StepData,
  at: StepAt & { next: string; today: string },
): EnquiryChanges {
  const { row, next, today } = at;
  const now = at.now.toISOString();
  switch (action) {
    case 'converse':
      return {
        ...contactNow(at),
        ...(data.interested ? { intent_at: row.intent_at ?? now } : {}),
        sub_status: data.interested ? 'Interested' : 'Details shared',
        next_follow_up_on: next,
        next_follow_up_at: null,
      };
    case 'fix-appointment':
      return { ...contactNow(at), sub_status: 'Appointment fixed' };
    case 'reschedule':
      return { ...contactNow(at), sub_status: 'Rescheduled' };
    case 'counsel-online':
    case 'counsel-offline':
      return {
        ...contactNow(at),
        counselled_at: now,
        sub_status: action === 'counsel-offline' ? 'Walk-in done' : null,
        ...(action === 'counsel-offline' ? { walk_in_at: row.walk_in_at ?? now } : {}),
        next_follow_up_on: data.nextFollowUpOn ?? nextAfterFailed(today, today, true),
        next_follow_up_at: null,
      };
    case 'revive':
      return {
        ...newCycle(row),
        ...contactNow(at),
        sub_status: 'Interested',
        next_follow_up_on: next,
        next_follow_up_at: null,
      };
    case 'enter':
      return {
        ...(data.contact ? contactNow(at) : {}),
        sub_status: null,
        next_follow_up_on: next,
        next_follow_up_at: null,
      };
    default:
      return { sub_status: null, next_follow_up_on: next, next_follow_up_at: null };
  }
}

/** What the settings say of the stage entered. */
function settingsChanges(facts: StepFacts['stage'], data: StepData, { row, now }: StepAt): EnquiryChanges {
  const at = now.toISOString();
  return {
    ...(facts?.sets_intent || data.interested ? { intent_at: row.intent_at ?? at } : {}),
    ...(facts?.sets_walk_in ? { walk_in_at: row.walk_in_at ?? at } : {}),
  };
}

function closing(reason: LostReason, data: StepData, at: StepAt): EnquiryChanges {
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
