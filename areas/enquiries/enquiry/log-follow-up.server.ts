// One line of contact with a family, and all that follows from it (enquiries.md 3.5): attempts, facts, stage, next date.
import { randomUUID } from 'node:crypto';
import { type Day, todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/handle.ts';
import { readSetting } from '@aangan/server/settings.ts';
import type { Db } from '@aangan/server/unit-of-work.ts';
import { sql } from 'kysely';
import { handOver } from '../allocation/hand-over.server.ts';
import { findSpeaker, type SpeakerFound } from '../allocation/speakers.server.ts';
import { noteCall } from '../calls/note-call.server.ts';
import { refuseEnquiry } from '../enquiries.refusals.ts';
import { deskHolidays } from '../follow-up/desk-days.server.ts';
import { proposeClosing } from '../follow-up/propose-closing.server.ts';
import type { NextStep } from '../pipeline/next-steps.ts';
import { needsOfOutcome, stepOfOutcome } from '../pipeline/outcome-step.ts';
import { stageSettings } from '../pipeline/stage-settings.server.ts';
import { childChanges, knownOf, withKnown } from '../pipeline/step-changes.server.ts';
import { ensureCarried, type StepData } from '../pipeline/step-needs.server.ts';
import { firstFollowUp, mostDaysAhead, nextAfterFailed, nextWorkingDay } from './cadence.ts';
import { type Cadence, cadenceSetting } from './cadence-setting.ts';
import type { EnquiryAction } from './enquiry.states.ts';
import { contactOutcomes, failedOutcomes, followUpContract, type Outcome } from './follow-up.contract.ts';
import { limitsOf } from './limits.server.ts';
import type { Limits } from './limits-setting.ts';
import {
  type EnquiryChanges,
  type EnquiryData,
  lockEnquiry,
  placeOf,
  saveEnquiry,
} from './move-stage.server.ts';
import { ensureNextDate } from './next-date.ts';

interface Logged
  extends Pick<
    StepData,
    'subStatus' | 'classId' | 'programme' | 'childDob' | 'pincode' | 'withoutAppointment'
  > {
  outcome: Outcome;
  channel: string;
  direction: 'OUT' | 'IN';
  note?: string | null | undefined;
  nextOn?: string | null | undefined;
  nextAt?: string | null | undefined;
  language?: string | null | undefined;
}

/** What a line may change of an enquiry; the author's undo puts it back as it was (void-follow-up.server.ts). */
const REMEMBERED = [
  'attempts',
  'last_attempt_at',
  'first_attempt_at',
  'last_contact_at',
  'first_contact_at',
  'last_note',
  'sub_status',
  'temperature',
  'intent_at',
  'appointment_at',
  'walk_in_at',
  'counselled_at',
  'next_follow_up_on',
  'next_follow_up_at',
  'stage_code',
  'spanco_status',
  'stage_since',
  'class_id',
  'class_category',
  'programme',
  'child_dob',
  'pincode',
] as const satisfies readonly (keyof EnquiryData)[];

export const logFollowUp = handle(followUpContract.log, async ({ db, input, actor, now, version }) => {
  const row = await lockEnquiry(db, input.enquiryId, version);
  if (!row.is_open) throw refuseEnquiry('follow-up.closed');
  const today = todayIst(now);
  ensureComplete(row, input);
  const step = await stepOf(db, row, input, now);
  const action = step?.action ?? null;
  const at = { now, by: actor.userId };
  const speaker = input.language ? await findSpeaker(db, row, { ...at, language: input.language }) : null;
  const dates = {
    cycleStart: await cycleStartOf(db, row),
    holidays: await deskHolidays(db, row.franchisee_id, today),
    cadence: await readSetting(db, 'enquiries', cadenceSetting, row.franchisee_id),
    limits: await limitsOf(db, row.franchisee_id),
  };
  const changes = {
    ...changesOf(row, input, { now, today, action, speaker, ...dates }),
    ...(await childChanges(db, input, { row, now })),
  };
  ensureDates(row, input, changes, { today, limits: dates.limits });
  const id = input.id ?? randomUUID();
  const saved = await saveEnquiry(
    db,
    row,
    changes,
    step
      ? {
          action: step.action,
          to: { stage: step.to, status: step.status },
          via: 'USER',
          by: actor.userId,
          now,
          reason: input.note?.slice(0, 300),
        }
      : undefined,
  );
  const callId = await noteCall(db, row, { ...input, id, agentId: actor.userId, now });
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
      duration_s: input.durationS ?? null,
      planned_on: row.next_follow_up_on,
      next_on: changes.next_follow_up_on ?? null,
      next_at: input.nextAt ?? null,
      call_id: callId,
      before: JSON.stringify({
        ...Object.fromEntries(REMEMBERED.map((name) => [name, row[name]])),
        version: saved.version,
        ...(speaker ? { language: speaker.before } : {}),
        ...(speaker?.ownerId ? { owner_id: row.owner_id, owner_since: row.owner_since } : {}),
      }),
    })
    .execute();
  if (input.outcome === 'WRONG_NUMBER' && row.phone_norm) await markBad(db, row, now);
  if (speaker) await handOver(db, row, speaker, at);
  await sql`delete from follow_up_claim where franchisee_id = ${row.franchisee_id} and enquiry_id = ${row.id}::uuid and user_id = ${actor.userId}::uuid`.execute(
    db,
  );
  return {
    id,
    version: saved.version,
    stage: saved.stage,
    subStatus: changes.sub_status === undefined ? row.sub_status : (changes.sub_status ?? null),
    attempts: changes.attempts ?? row.attempts,
    nextFollowUpOn: changes.next_follow_up_on ?? row.next_follow_up_on,
    closeProposed: failedOutcomes.has(input.outcome) && (await proposeClosing(db, row)),
    speaker: speaker && { found: speaker.ownerId !== null, said: speaker.said },
  };
});

/** The day the present life of an enquiry began; the cadence counts from it. */
async function cycleStartOf(db: Db, row: EnquiryData): Promise<Day> {
  if (row.cycle === 1) return todayIst(row.captured_at);
  const first = await db
    .selectFrom('enquiry_stage_log')
    .select('at')
    .where('franchisee_id', '=', row.franchisee_id)
    .where('enquiry_id', '=', row.id)
    .where('cycle', '=', row.cycle)
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst();
  return todayIst(first?.at ?? row.captured_at);
}

const markBad = (db: Db, row: EnquiryData, now: Date) =>
  db
    .updateTable('household_contact')
    .set({ bad_since: now.toISOString() })
    .where('franchisee_id', '=', row.franchisee_id)
    .where('kind', '=', 'PHONE')
    .where('value_norm', '=', row.phone_norm ?? '')
    .execute();

const MIN_NOTE = 10;

function ensureComplete(row: EnquiryData, logged: Logged): void {
  const { outcome, nextOn, nextAt } = logged;
  const fields: Record<string, string> = {};
  if (outcome === 'COUNSELLED' && (logged.note ?? '').length < MIN_NOTE)
    fields['note'] = `At least ${MIN_NOTE} characters`;
  if (outcome === 'COUNSELLED' && !row.class_id && !logged.classId)
    fields['classId'] = 'Choose the class of the child first';
  if (outcome === 'LANGUAGE' && !logged.language)
    fields['language'] = 'Choose the language the family speaks';
  if (outcome !== 'LANGUAGE' && logged.language) fields['language'] = 'Only with the outcome Language';
  if (Object.keys(fields).length > 0) throw refuseEnquiry('enquiry.step-needs', { fields });
  if (outcome === 'APPOINTMENT' && !nextAt)
    throw refuseEnquiry('follow-up.next-needed', { fields: { nextAt: 'Choose the time of the visit' } });
  if (
    (outcome === 'CALL_BACK' || outcome === 'DETAILS_SHARED' || outcome === 'INTERESTED') &&
    !nextOn &&
    !nextAt
  )
    throw refuseEnquiry('follow-up.next-needed', { fields: { nextOn: 'Choose the next date.' } });
}

/** Refuses a next date too far ahead: how far depends on where the enquiry stands after this line. */
function ensureDates(
  row: EnquiryData,
  { nextOn, nextAt }: Logged,
  changes: EnquiryChanges,
  { today, limits }: { today: Day; limits: Limits },
): void {
  const day = nextAt ? todayIst(nextAt) : nextOn;
  const subStatus = changes.sub_status === undefined ? row.sub_status : changes.sub_status;
  if (day)
    ensureNextDate(day, today, {
      days: mostDaysAhead(subStatus, limits),
      field: nextAt ? 'nextAt' : 'nextOn',
    });
}

/** The note of the line is also the reason a stage may ask for. */
const NAMED = { appointmentAt: 'nextAt', nextFollowUpOn: 'nextOn', reason: 'note' } as const;

/** The step that the outcome implies from here, carrying all that its stage asks for. */
async function stepOf(db: Db, row: EnquiryData, logged: Logged, now: Date): Promise<NextStep | null> {
  const at = placeOf(row);
  const stages = await stageSettings(db, row.franchisee_id);
  const step = stepOfOutcome(at, logged, stages);
  if (!step) return null;
  const data: StepData = withKnown(row, {
    ...logged,
    reason: logged.note,
    appointmentAt: logged.outcome === 'APPOINTMENT' ? logged.nextAt : null,
    nextFollowUpOn: logged.nextOn ?? (logged.nextAt ? todayIst(logged.nextAt) : null),
  });
  await ensureCarried(db, needsOfOutcome(step, at, { stages, known: knownOf(row) }), data, {
    now,
    named: NAMED,
  });
  return step;
}

interface When {
  now: Date;
  today: Day;
  action: EnquiryAction | null;
  speaker: SpeakerFound | null;
  cycleStart: Day;
  holidays: ReadonlySet<Day>;
  cadence: Cadence;
}

/** What counts as trying to reach a family; a text that is sent is not (enquiries.md 3.4). */
const TRYING: ReadonlySet<string> = new Set(['CALL', 'WHATSAPP', 'VISIT', 'VIDEO']);

function changesOf(row: EnquiryData, logged: Logged, at: When): EnquiryChanges {
  const { outcome } = logged;
  const now = at.now.toISOString();
  const failed = failedOutcomes.has(outcome);
  const contact = contactOutcomes.has(outcome);
  const tried = contact || (logged.direction === 'OUT' && TRYING.has(logged.channel));
  const attempts = failed ? row.attempts + 1 : contact ? 0 : row.attempts;
  const hot = row.follow_up_group === 'HOT';
  const proposed = failed
    ? nextAfterFailed(at.cycleStart, at.today, hot, at)
    : at.speaker?.ownerId
      ? // Whoever speaks their language calls the same day.
        firstFollowUp(at.today, at.holidays)
      : nextWorkingDay(at.today, at.holidays);
  return {
    ...(at.speaker?.ownerId ? { owner_id: at.speaker.ownerId, owner_since: now } : {}),
    attempts,
    ...(tried ? { last_attempt_at: now, first_attempt_at: row.first_attempt_at ?? now } : {}),
    ...(contact ? { last_contact_at: now, first_contact_at: row.first_contact_at ?? now } : {}),
    ...(logged.note ? { last_note: logged.note } : {}),
    ...subStatusOf(row, outcome, attempts, at.action),
    ...(logged.subStatus && contact ? { sub_status: logged.subStatus } : {}),
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
