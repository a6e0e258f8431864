// One line of contact with a family, and all that follows from it (enquiries.md 3.5): attempts, facts, stage, next date.
import { randomUUID } from 'node:crypto';
import { todayIst } from '@aangan/contract/period.ts';
import { nextState } from '@aangan/contract/states.ts';
import { handle } from '@aangan/server/handle.ts';
import { refuseEnquiry } from '../enquiries.refusals.ts';
import { nextAfterFailed, nextWorkingDay } from './cadence.ts';
import { type EnquiryAction, enquiryStates } from './enquiry.states.ts';
import { followUpContract, type Outcome } from './follow-up.contract.ts';
import { type EnquiryChanges, type EnquiryData, lockEnquiry, saveEnquiry } from './move-stage.server.ts';
import { ensureNextDate } from './next-date.ts';

const FAILED: ReadonlySet<Outcome> = new Set(['NO_ANSWER', 'BUSY', 'SWITCHED_OFF', 'WRONG_NUMBER']);
const CONTACT: ReadonlySet<Outcome> = new Set([
  'CALL_BACK',
  'DETAILS_SHARED',
  'INTERESTED',
  'APPOINTMENT',
  'COUNSELLED',
  'NOT_INTERESTED',
]);

interface Logged {
  outcome: Outcome;
  channel: string;
  note?: string | null | undefined;
  nextOn?: string | null | undefined;
  nextAt?: string | null | undefined;
}

export const logFollowUp = handle(followUpContract.log, async ({ db, input, actor, now, version }) => {
  const row = await lockEnquiry(db, input.enquiryId, version);
  if (!row.is_open) throw refuseEnquiry('follow-up.closed');
  const today = todayIst(now);
  const action = actionOf(row, input);
  ensureComplete(row, input, today);
  const changes = changesOf(row, input, { now, today, action });
  const id = input.id ?? randomUUID();
  await db
    .insertInto('follow_up')
    .values({
      franchisee_id: row.franchisee_id,
      id,
      subject_id: row.id,
      cycle: row.cycle,
      at: now.toISOString(),
      by: actor.userId,
      channel: input.channel,
      direction: input.direction,
      outcome: input.outcome,
      note: input.note ?? null,
      planned_on: row.next_follow_up_on,
      next_on: changes.next_follow_up_on ?? null,
      next_at: input.nextAt ?? null,
    })
    .execute();
  if (input.outcome === 'WRONG_NUMBER' && row.phone_norm)
    await db
      .updateTable('household_contact')
      .set({ bad_since: now.toISOString() })
      .where('franchisee_id', '=', row.franchisee_id)
      .where('kind', '=', 'PHONE')
      .where('value_norm', '=', row.phone_norm)
      .execute();
  const saved = await saveEnquiry(
    db,
    row,
    changes,
    action ? { action, via: 'USER', by: actor.userId, now, reason: input.note?.slice(0, 300) } : undefined,
  );
  return {
    id,
    version: saved.version,
    stage: saved.stage,
    subStatus: changes.sub_status === undefined ? row.sub_status : (changes.sub_status ?? null),
    attempts: changes.attempts ?? row.attempts,
    nextFollowUpOn: changes.next_follow_up_on ?? row.next_follow_up_on,
  };
});

/** The step an outcome implies, where the table allows it from here. */
function actionOf(row: EnquiryData, { outcome, channel }: Logged): EnquiryAction | null {
  const wished: Partial<Record<Outcome, EnquiryAction>> = {
    CALL_BACK: 'converse',
    DETAILS_SHARED: 'converse',
    INTERESTED: 'converse',
    APPOINTMENT: row.stage_code === 'Appointment Fixed' ? 'reschedule' : 'fix-appointment',
    COUNSELLED: channel === 'VISIT' ? 'counsel-offline' : 'counsel-online',
  };
  const action = wished[outcome];
  if (!action || nextState(enquiryStates, row.stage_code, action) === null) return null;
  // A further talk with a family that has an appointment must not take the appointment away.
  return action === 'converse' && row.stage_code !== 'Yet_to_call' ? null : action;
}

const MIN_NOTE = 10;

function ensureComplete(row: EnquiryData, logged: Logged, today: string): void {
  const { outcome, nextOn, nextAt } = logged;
  const fields: Record<string, string> = {};
  if (outcome === 'COUNSELLED' && (logged.note ?? '').length < MIN_NOTE)
    fields['note'] = `At least ${MIN_NOTE} characters`;
  if (outcome === 'COUNSELLED' && !row.class_id) fields['classId'] = 'Choose the class of the child first';
  if (Object.keys(fields).length > 0) throw refuseEnquiry('enquiry.step-needs', { fields });
  if (outcome === 'APPOINTMENT' && !nextAt)
    throw refuseEnquiry('follow-up.next-needed', { fields: { nextAt: 'Choose the time of the visit' } });
  if (
    (outcome === 'CALL_BACK' || outcome === 'DETAILS_SHARED' || outcome === 'INTERESTED') &&
    !nextOn &&
    !nextAt
  )
    throw refuseEnquiry('follow-up.next-needed', { fields: { nextOn: 'Choose the next date.' } });
  const day = nextAt ? todayIst(nextAt) : nextOn;
  if (day) ensureNextDate(day, today, nextAt ? 'nextAt' : 'nextOn');
}

function changesOf(
  row: EnquiryData,
  logged: Logged,
  at: { now: Date; today: string; action: EnquiryAction | null },
): EnquiryChanges {
  const { outcome } = logged;
  const now = at.now.toISOString();
  const failed = FAILED.has(outcome);
  const contact = CONTACT.has(outcome);
  const attempts = failed ? row.attempts + 1 : contact ? 0 : row.attempts;
  const hot = row.follow_up_group === 'HOT';
  const proposed = failed
    ? nextAfterFailed(todayIst(row.captured_at), at.today, hot)
    : nextWorkingDay(at.today);
  return {
    attempts,
    last_attempt_at: now,
    first_attempt_at: row.first_attempt_at ?? now,
    ...(contact ? { last_contact_at: now, first_contact_at: row.first_contact_at ?? now } : {}),
    ...(logged.note ? { last_note: logged.note } : {}),
    ...subStatusOf(row, outcome, attempts, at.action),
    ...(outcome === 'INTERESTED' ? { intent_at: row.intent_at ?? now } : {}),
    ...(outcome === 'APPOINTMENT'
      ? { intent_at: row.intent_at ?? now, appointment_at: logged.nextAt ?? null }
      : {}),
    ...(outcome === 'COUNSELLED'
      ? { counselled_at: now, ...(logged.channel === 'VISIT' ? { walk_in_at: row.walk_in_at ?? now } : {}) }
      : {}),
    next_follow_up_on: logged.nextAt ? todayIst(logged.nextAt) : (logged.nextOn ?? proposed),
    next_follow_up_at: logged.nextAt ?? null,
  };
}

function subStatusOf(
  row: EnquiryData,
  outcome: Outcome,
  attempts: number,
  action: EnquiryAction | null,
): EnquiryChanges {
  if (action === 'fix-appointment') return { sub_status: 'Appointment fixed' };
  if (action === 'reschedule') return { sub_status: 'Rescheduled' };
  if (action === 'counsel-offline') return { sub_status: 'Walk-in done' };
  if (outcome === 'INTERESTED' && (action !== null || row.spanco_status === 'Prospect'))
    return { sub_status: 'Interested' };
  if (action === 'converse') return { sub_status: 'Details shared' };
  // The words of failed attempts belong to Suspect; later statuses keep their own.
  if (row.spanco_status !== 'Suspect') return {};
  const words: Partial<Record<Outcome, string>> = {
    NO_ANSWER: `RNR-${Math.min(attempts, 3)}`,
    BUSY: 'Busy',
    SWITCHED_OFF: 'Switched off',
    WRONG_NUMBER: 'Wrong number',
    WHATSAPP_SENT: 'WhatsApp sent',
    LANGUAGE: 'Language',
  };
  const word = words[outcome];
  return word ? { sub_status: word } : {};
}
