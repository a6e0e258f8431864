// What a row of an enquiry file means: its family and its step, or by column what is wrong beyond the single cell (enquiries.md 6).
import { addDays, type Day, startOfDay, todayIst } from '@aangan/contract/period.ts';
import { mostDaysAhead } from '../enquiry/cadence.ts';
import type { CaptureFamily } from '../enquiry/capture-types.ts';
import { ageText, fitsAge } from '../enquiry/child-age.ts';
import { consentTextVersion } from '../public-form/public-enquiry.contract.ts';
import { chooseOneOf } from './choose-one-of.ts';
import { type UploadColumn, type UploadValues, uploadColumns } from './enquiry-import.contract.ts';
import { dayOf, visitOf } from './upload-cells.ts';
import type { UploadLists } from './upload-lists.server.ts';
import { lackingCells, type NamedStage, readStage, type UploadMove } from './upload-stage.server.ts';

const BACK_DAYS = 365;
const CONSENT_BACK_DAYS = 3 * 365;

export interface ReadRow {
  /** The row's number in another system. */
  ref: string | null;
  family: CaptureFamily;
  /** The stage it is in already, when that is not the first. */
  move: UploadMove | null;
}

type Values = Partial<UploadValues>;
type Errors = Partial<Record<UploadColumn, string>>;
export type RowReader = (
  values: Values,
  fault: (column: UploadColumn, text: string) => void,
) => ReadRow | null;

/** A reader of rows against a centre's lists. A row with a fault, of a cell or of these rules, is none. */
export const rowReader =
  (lists: UploadLists): RowReader =>
  (values, fault) => {
    const errors: Errors = {};
    const found = readRow(values, lists, errors);
    for (const column of uploadColumns) {
      const text = errors[column];
      if (text !== undefined) fault(column, text);
    }
    const whole = uploadColumns.every((column) => column in values);
    return whole && Object.keys(errors).length === 0 ? found : null;
  };

function readRow(values: Values, lists: UploadLists, errors: Errors): ReadRow {
  const today = todayIst(lists.now);
  const named = readStage((column) => String(values[column] ?? ''), lists.stage, errors);
  const next = nextOf(values.next_follow_up ?? '', { named, lists, errors });
  const since = (column: 'enquiry_date' | 'consent_on', days: number, text: string): Day | null => {
    const day = values[column] ?? null;
    if (day === null || (day <= today && day >= addDays(today, -days))) return day;
    errors[column] = text;
    return null;
  };
  const enquiredOn = since('enquiry_date', BACK_DAYS, `Use DD-MM-YYYY, at most ${BACK_DAYS} days back`);
  const consentOn = since('consent_on', CONSENT_BACK_DAYS, 'Use DD-MM-YYYY, at most three years back');
  const dob = values.child_dob ?? null;
  if (dob !== null && !fitsAge(dob, today, lists.ages)) errors.child_dob = ageText(lists.ages);
  const programme = values.programme ?? null;
  if (programme !== null && !lists.programmes.includes(programme))
    errors.programme = `Use one of ${lists.programmes.join(', ')}`;
  const sourceId = lists.sources.get(values.source?.toLowerCase() ?? '');
  if (values.source && sourceId === undefined) errors.source = chooseOneOf('source', lists.sourceNames);
  const ownerId = lists.owners.get(values.owner_email?.toLowerCase() ?? '');
  if (values.owner_email && ownerId === undefined)
    errors.owner_email = 'This person does not work on enquiries here';
  const family: CaptureFamily = {
    guardianName: values.parent_name ?? '',
    mobile: values.mobile ?? '',
    alternateMobiles: values.alternate_mobile ? [values.alternate_mobile] : [],
    email: values.email ?? null,
    language: values.language ?? 'en',
    pincode: values.pincode ?? null,
    sourceId: sourceId ?? '',
    campaign: values.campaign ?? null,
    note: values.remarks ?? null,
    ownerId: ownerId ?? null,
    consents: consentsOf(values, consentOn, errors),
    ...(enquiredOn ? { capturedAt: enquiredOn === today ? lists.now : startOfDay(enquiredOn) } : {}),
    ...(named.step === null ? { subStatus: named.subStatus } : {}),
    ...(named.closed ? { closed: true } : {}),
    ...(next.on === null ? {} : { nextFollowUpOn: next.on }),
    children: [
      {
        firstName: values.child_first_name ?? null,
        lastName: values.child_last_name ?? null,
        dob,
        gender: values.child_gender ?? null,
        classId: values.class ?? null,
        programme,
      },
    ],
  };
  const move = moveOf(named, { family, next });
  if (move) {
    const lacking = lackingCells(named, move.data, { lists: lists.stage, now: lists.now });
    for (const column of uploadColumns) {
      const text = lacking[column];
      if (text !== undefined) errors[column] ??= text;
    }
  }
  return { ref: values.external_ref ?? null, family, move };
}

interface Next {
  on: Day | null;
  /** An appointment: the column then holds its hour too. */
  at: string | null;
}

function nextOf(
  typed: string,
  { named, lists, errors }: { named: NamedStage; lists: UploadLists; errors: Errors },
): Next {
  if (typed === '' || errors.next_follow_up !== undefined) return { on: null, at: null };
  if (named.step?.action === 'fix-appointment') {
    const at = visitOf(typed);
    if (at === null) errors.next_follow_up = 'Give the day and time of the visit: DD-MM-YYYY HH:MM';
    return { on: null, at };
  }
  const long = mostDaysAhead(named.subStatus) > mostDaysAhead(null);
  const days = mostDaysAhead(long ? 'Not this year' : null, lists.limits);
  const today = todayIst(lists.now);
  const on = dayOf(typed);
  if (on !== null && on >= today && on <= addDays(today, days)) return { on, at: null };
  errors.next_follow_up = `Use DD-MM-YYYY, in the next ${days} days`;
  return { on: null, at: null };
}

const CONSENTS = ['consent_whatsapp', 'consent_sms', 'consent_email'] as const;

/** A yes counts from the day it was given; without a day it stays a remark at the arrival. */
function consentsOf(values: Values, on: Day | null, errors: Errors): NonNullable<CaptureFamily['consents']> {
  const [whatsapp, sms, mail] = CONSENTS.map((column) => values[column] === true);
  const any = CONSENTS.some((column) => values[column] === true);
  if (on !== null && !any && CONSENTS.every((column) => column in values))
    errors.consent_on = 'No consent of this row says Y. Leave this empty, or put Y.';
  return {
    whatsapp: whatsapp ?? false,
    sms: sms ?? false,
    email: mail ?? false,
    textVersion: consentTextVersion,
    language: 'en',
    ...(on !== null && any ? { on } : {}),
  };
}

const INTERESTED: readonly (string | null)[] = ['Interested', 'Will visit'];

function moveOf(
  { step, subStatus, reason, competitor }: NamedStage,
  { family, next }: { family: CaptureFamily; next: Next },
): UploadMove | null {
  if (!step) return null;
  const [child] = family.children;
  return {
    to: step.to,
    data: {
      note: family.note,
      reason: family.note,
      classId: child?.classId,
      programme: child?.programme,
      childDob: child?.dob,
      pincode: family.pincode,
      subStatus,
      nextFollowUpOn: next.on,
      appointmentAt: next.at,
      lostReasonId: reason?.id,
      competitor,
      interested: INTERESTED.includes(subStatus),
    },
  };
}
