// One line of contact with a family, and all that follows from it (enquiries.md 3.5): attempts, facts, stage, next date.
import { randomUUID } from 'node:crypto';
import { type Day, todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { readSetting } from '@aangan/server/work/settings.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
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
import { mostDaysAhead } from './cadence.ts';
import { cadenceSetting } from './cadence-setting.ts';
import { failedOutcomes, followUpContract } from './follow-up.contract.ts';
import { changesOf, type Logged, type When } from './follow-up-changes.server.ts';
import { limitsOf } from './limits.server.ts';
import type { Limits } from './limits-setting.ts';
import {
  type EnquiryChanges,
  type EnquiryData,
  lockEnquiry,
  placeOf,
  type Step,
  saveEnquiry,
} from './move-stage.server.ts';
import { ensureNextDate } from './next-date.ts';

export interface Line extends Logged {
  id?: string | undefined;
  /** The call that `call.start` opened. */
  callId?: string | undefined;
  durationS?: number | undefined;
  /** One talk about several children is one call: it stands with the line of another of them. */
  callNoted?: boolean;
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

export const logFollowUp = handle(followUpContract.log, async ({ db, input, actor, now, version }) =>
  writeFollowUp(db, await lockEnquiry(db, input.enquiryId, version), input, { now, by: actor.userId }),
);

/** Who writes a line, and when. */
interface Author {
  now: Date;
  by: string | null;
}

/** Writes a line about a locked enquiry with all that follows from it. Refuses what its outcome does not carry, field by field. */
export async function writeFollowUp(db: Db, row: EnquiryData, line: Line, at: Author) {
  if (!row.is_open) throw refuseEnquiry('follow-up.closed');
  ensureComplete(row, line);
  const step = await stepOf(db, row, line, at.now);
  const speaker = line.language ? await findSpeaker(db, row, { ...at, language: line.language }) : null;
  const changes = await changesAfter(db, row, line, { now: at.now, action: step?.action ?? null, speaker });
  const saved = await saveEnquiry(db, row, changes, step ? stepTaken(step, line, at) : undefined);
  const id = line.id ?? randomUUID();
  await insertLine(db, row, { ...line, id }, { ...at, changes, speaker, version: saved.version });
  if (line.outcome === 'WRONG_NUMBER' && row.phone_norm) await markBad(db, row, at.now);
  if (speaker) await handOver(db, row, speaker, at);
  await sql`delete from follow_up_claim where franchisee_id = ${row.franchisee_id} and enquiry_id = ${row.id}::uuid and user_id = ${at.by}::uuid`.execute(
    db,
  );
  return {
    id,
    version: saved.version,
    stage: saved.stage,
    subStatus: changes.sub_status === undefined ? row.sub_status : (changes.sub_status ?? null),
    attempts: changes.attempts ?? row.attempts,
    nextFollowUpOn: changes.next_follow_up_on ?? row.next_follow_up_on,
    closeProposed: failedOutcomes.has(line.outcome) && (await proposeClosing(db, row)),
    speaker: speaker && { found: speaker.ownerId !== null, said: speaker.said },
  };
}

/** The columns to write, with a next date inside the limits of the centre. */
async function changesAfter(
  db: Db,
  row: EnquiryData,
  line: Line,
  at: Pick<When, 'now' | 'action' | 'speaker'>,
): Promise<EnquiryChanges> {
  const today = todayIst(at.now);
  const changes = {
    ...changesOf(row, line, {
      ...at,
      today,
      cycleStart: await cycleStartOf(db, row),
      holidays: await deskHolidays(db, row.franchisee_id, today),
      cadence: await readSetting(db, 'enquiries', cadenceSetting, row.franchisee_id),
    }),
    ...(await childChanges(db, line, { row, now: at.now })),
  };
  ensureDates(row, line, changes, { today, limits: await limitsOf(db, row.franchisee_id) });
  return changes;
}

const stepTaken = ({ action, to, status }: NextStep, { note }: Line, { now, by }: Author): Step => ({
  action,
  to: { stage: to, status },
  via: 'USER',
  by,
  now,
  reason: note?.slice(0, 300),
});

async function insertLine(
  db: Db,
  row: EnquiryData,
  line: Line & { id: string },
  done: Author & { changes: EnquiryChanges; speaker: SpeakerFound | null; version: number },
): Promise<void> {
  const { now, by, changes, speaker, version } = done;
  const callId = line.callNoted ? null : await noteCall(db, row, { ...line, agentId: by, now });
  await db
    .insertInto('follow_up')
    .values({
      franchisee_id: row.franchisee_id,
      id: line.id,
      subject_id: row.id,
      cycle: row.cycle,
      at: now.toISOString(),
      by,
      channel: line.channel,
      direction: line.direction,
      outcome: line.outcome,
      note: line.note ?? null,
      duration_s: line.durationS ?? null,
      planned_on: row.next_follow_up_on,
      next_on: changes.next_follow_up_on ?? null,
      next_at: line.nextAt ?? null,
      call_id: callId,
      before: JSON.stringify({
        ...Object.fromEntries(REMEMBERED.map((name) => [name, row[name]])),
        version,
        ...(speaker ? { language: speaker.before } : {}),
        ...(speaker?.ownerId ? { owner_id: row.owner_id, owner_since: row.owner_since } : {}),
      }),
    })
    .execute();
}

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
