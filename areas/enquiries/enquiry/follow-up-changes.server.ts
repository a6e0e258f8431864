// What a line of contact makes of an enquiry (enquiries.md 3.5): attempts, facts, words of the status, the next date.
import { type Day, todayIst } from '@aangan/contract/period.ts';
import type { SpeakerFound } from '../allocation/speakers.server.ts';
import type { StepData } from '../pipeline/step-needs.server.ts';
import { firstFollowUp, nextAfterFailed, nextWorkingDay } from './cadence.ts';
import type { Cadence } from './cadence-setting.ts';
import type { EnquiryAction } from './enquiry.states.ts';
import type { channels, Language } from './enquiry-fields.ts';
import { contactOutcomes, failedOutcomes, type Outcome } from './follow-up.contract.ts';
import type { EnquiryChanges, EnquiryData } from './move-stage.server.ts';

/** One line of contact, as a person tells it. */
export interface Logged
  extends Pick<
    StepData,
    'subStatus' | 'classId' | 'programme' | 'childDob' | 'pincode' | 'withoutAppointment'
  > {
  outcome: Outcome;
  channel: (typeof channels)[number];
  direction: 'OUT' | 'IN';
  note?: string | null | undefined;
  nextOn?: string | null | undefined;
  nextAt?: string | null | undefined;
  language?: Language | null | undefined;
}

/** When the line is written, and what its next date hangs on. */
export interface When {
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

/** What the line changes of the enquiry it is about. */
export function changesOf(row: EnquiryData, logged: Logged, at: When): EnquiryChanges {
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
