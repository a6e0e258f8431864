import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { refuseEnquiry } from '../enquiries.refusals.ts';
import { VISIT_MAX_DAYS } from '../enquiry/cadence.ts';
import type { Need, StepContact } from './next-steps.ts';

/** What a person may hand over with a step. */
export interface StepData {
  note?: string | null | undefined;
  reason?: string | null | undefined;
  appointmentAt?: string | null | undefined;
  lostReasonId?: string | null | undefined;
  competitor?: string | null | undefined;
  classId?: number | null | undefined;
  programme?: string | null | undefined;
  childDob?: string | null | undefined;
  pincode?: string | null | undefined;
  subStatus?: string | null | undefined;
  nextFollowUpOn?: string | null | undefined;
  contact?: StepContact | null | undefined;
  interested?: boolean | undefined;
  withoutAppointment?: boolean | undefined;
}

const MIN_TEXT = 10;

/**
 * Refuses with `enquiry.step-needs`, field by field, what a step must carry and does not. `named`: fields that the caller's
 * form calls otherwise.
 */
export async function ensureCarried(
  db: Db,
  needs: readonly Need[],
  data: StepData,
  { now, named = {} }: { now: Date; named?: Readonly<Partial<Record<Need, string>>> },
): Promise<void> {
  const reason =
    needs.includes('lostReasonId') && data.lostReasonId
      ? await lostReasonOf(db, data.lostReasonId)
      : undefined;
  const fields = Object.fromEntries(
    Object.entries(lacks(needs, data, { now, reason })).map(([need, text]) => [
      isNeed(need) ? (named[need] ?? need) : need,
      text,
    ]),
  );
  if (Object.keys(fields).length > 0) throw refuseEnquiry('enquiry.step-needs', { fields });
}

/** Field by field what is missing of what a step must carry; `reason` is the one that `lostReasonId` names. */
export function lacks(
  needs: readonly Need[],
  data: StepData,
  { now, reason }: { now: Date; reason: LostReason | undefined },
): Partial<Record<Need | 'competitor', string>> {
  const missing: Partial<Record<Need | 'competitor', string>> = {};
  for (const need of needs) {
    const text = need === 'lostReasonId' ? null : lacking(need, data, now);
    if (text) missing[need] = text;
  }
  if (!needs.includes('lostReasonId')) return missing;
  if (!reason) missing.lostReasonId = 'Choose an entry';
  else if (reason.needs_competitor && !data.competitor) missing.competitor = 'Fill this in';
  return missing;
}

const isNeed = (field: string): field is Need => field !== 'competitor';

function lacking(need: Exclude<Need, 'lostReasonId'>, data: StepData, now: Date): string | null {
  switch (need) {
    case 'note':
    case 'reason':
      return (data[need] ?? '').trim().length < MIN_TEXT ? `At least ${MIN_TEXT} characters` : null;
    case 'appointmentAt': {
      const at = data.appointmentAt ? new Date(data.appointmentAt).getTime() : 0;
      return at <= now.getTime() || at > now.getTime() + VISIT_MAX_DAYS * 86_400_000
        ? `Choose a time in the next ${VISIT_MAX_DAYS} days`
        : null;
    }
    case 'nextFollowUpOn':
      return data.nextFollowUpOn ? null : 'Choose the next date.';
    case 'childDob':
    case 'pincode':
      return data[need] ? null : 'Fill this in';
    case 'withoutAppointment':
      return data.withoutAppointment === true ? null : 'Tick this, or fix an appointment first';
    default:
      return data[need] ? null : 'Choose an entry';
  }
}

export interface LostReason {
  id: string;
  name: string;
  needs_competitor: boolean;
  revive_days: number;
}

/** The active reasons of the caller's scope. */
const activeReasons = (db: Db) =>
  db
    .selectFrom('lost_reason')
    .select(['id', 'name', 'needs_competitor', 'revive_days'])
    .where('active', '=', true);

export const lostReasonOf = (db: Db, id: string): Promise<LostReason | undefined> =>
  activeReasons(db).where('id', '=', id).executeTakeFirst();

export const lostReasons = (db: Db): Promise<LostReason[]> => activeReasons(db).orderBy('name').execute();
