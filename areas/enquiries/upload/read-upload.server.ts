// Reading one line of an enquiry file: every fault is named with its column in the user's words (enquiries.md 6).

import { emailSchema } from '@aangan/contract/fields.ts';
import { addDays, type Day, startOfDay, todayIst } from '@aangan/contract/period.ts';
import { personName } from '@aangan/contract/person-name.ts';
import * as z from 'zod';
import { mostDaysAhead } from '../enquiry/cadence.ts';
import type { CaptureFamily } from '../enquiry/capture-types.ts';
import type { AgeLimits } from '../enquiry/child-age.ts';
import {
  languages,
  lineSchema,
  maybeNameSchema,
  mobileSchema,
  noteSchema,
  pincodeSchema,
} from '../enquiry/enquiry-fields.ts';
import type { Limits } from '../enquiry/limits-setting.ts';
import { consentTextVersion } from '../public-form/public-enquiry.contract.ts';
import { chooseOneOf } from './choose-one-of.ts';
import { type UploadColumn, uploadColumns } from './enquiry-upload.contract.ts';
import { birthSchema, daySchema, genderSchema, oneOf, visitSchema, yesNoSchema } from './upload-cells.ts';
import {
  lackingCells,
  type NamedStage,
  readStage,
  type StageLists,
  type UploadMove,
} from './upload-stage.server.ts';

export interface UploadLists {
  now: Date;
  /** Lower-case name -> id. */
  sources: ReadonlyMap<string, string>;
  classes: ReadonlyMap<string, number>;
  owners: ReadonlyMap<string, string>;
  /** As people write them. */
  sourceNames: readonly string[];
  classNames: readonly string[];
  ages: AgeLimits;
  limits: Limits;
  programmes: readonly string[];
  stage: StageLists;
}

export type Cells = Readonly<Partial<Record<UploadColumn, string>>>;
export type UploadFamily = Omit<CaptureFamily, 'capturedAt'> & { capturedAt?: string };

const BACK_DAYS = 365;
const CONSENT_BACK_DAYS = 3 * 365;

interface ReadLine {
  /** The row's number in another system. */
  ref: string | null;
  family: UploadFamily | null;
  /** The stage it is in already. */
  move: UploadMove | null;
  errors: Partial<Record<UploadColumn, string>>;
}

/** A reader of lines: gives the family of a line, or what is wrong with it by column. Its schemas are made once a file. */
export function lineReader(lists: UploadLists): (cells: Cells) => ReadLine {
  const schemas = schemasOf(lists);
  return (cells) => readLine(cells, schemas, lists);
}

function schemasOf(lists: UploadLists) {
  const today = todayIst(lists.now);
  const next = (days: number) =>
    daySchema(today, addDays(today, days), `Use DD-MM-YYYY, in the next ${days} days`);
  return {
    parent: personName(80),
    mobile: mobileSchema,
    email: emailSchema,
    pincode: pincodeSchema,
    name: maybeNameSchema(60),
    ref: lineSchema(60),
    campaign: lineSchema(80),
    note: noteSchema,
    gender: genderSchema,
    yesNo: yesNoSchema,
    source: oneOf(lists.sources, chooseOneOf('source', lists.sourceNames)),
    class: oneOf(lists.classes, chooseOneOf('class', lists.classNames)),
    owner: oneOf(lists.owners, 'This person does not work on enquiries here'),
    enquiredOn: daySchema(
      addDays(today, -BACK_DAYS),
      today,
      `Use DD-MM-YYYY, at most ${BACK_DAYS} days back`,
    ),
    consentOn: daySchema(
      addDays(today, -CONSENT_BACK_DAYS),
      today,
      'Use DD-MM-YYYY, at most three years back',
    ),
    next: next(mostDaysAhead(null, lists.limits)),
    nextYear: next(mostDaysAhead('Not this year', lists.limits)),
    visit: visitSchema,
    birth: birthSchema(today, lists.ages),
    language: z
      .string()
      .transform((text) => text.toLowerCase())
      .pipe(z.enum(languages, `Use one of ${languages.join(', ')}`)),
    programme: z.enum(lists.programmes, `Use one of ${lists.programmes.join(', ')}`),
  };
}

function readLine(cells: Cells, schemas: ReturnType<typeof schemasOf>, lists: UploadLists): ReadLine {
  const errors: Partial<Record<UploadColumn, string>> = {};
  const typed = (column: UploadColumn) => cells[column]?.trim() ?? '';
  const take: Take = (column, schema, needed = false) => {
    const text = typed(column);
    if ((text === '' && !needed) || errors[column] !== undefined) return null;
    const parsed = schema.safeParse(text);
    if (parsed.success) return parsed.data;
    errors[column] = text === '' ? 'Fill this in' : (parsed.error.issues[0]?.message ?? 'Check this entry');
    return null;
  };
  const named = readStage(typed, lists.stage, errors);
  const next = nextOf(take, schemas, named);
  const consents = consentsOf(take, schemas, errors);
  const enquiredOn = take('enquiry_date', schemas.enquiredOn);
  const child = {
    firstName: take('child_first_name', schemas.name),
    lastName: take('child_last_name', schemas.name),
    dob: take('child_dob', schemas.birth),
    gender: take('child_gender', schemas.gender),
    classId: take('class', schemas.class),
    programme: take('programme', schemas.programme),
  };
  const family: UploadFamily = {
    guardianName: take('parent_name', schemas.parent, true) ?? '',
    mobile: take('mobile', schemas.mobile, true) ?? '',
    alternateMobiles: [take('alternate_mobile', schemas.mobile)].filter((value) => value !== null),
    email: take('email', schemas.email),
    language: take('language', schemas.language) ?? 'en',
    pincode: take('pincode', schemas.pincode),
    sourceId: take('source', schemas.source, true) ?? '',
    campaign: take('campaign', schemas.campaign),
    note: take('remarks', schemas.note),
    ownerId: take('owner_email', schemas.owner),
    consents,
    ...(enquiredOn ? { capturedAt: instantOf(enquiredOn, lists.now) } : {}),
    ...(named.step === null ? { subStatus: named.subStatus } : {}),
    ...(named.closed ? { closed: true } : {}),
    ...(next.on !== null ? { nextFollowUpOn: next.on } : {}),
    children: [child],
  };
  const move = moveOf(named, { family, next });
  const ref = take('external_ref', schemas.ref);
  if (move)
    for (const [column, text] of entriesOf(
      lackingCells(named, move.data, { lists: lists.stage, now: lists.now }),
    ))
      errors[column] ??= text;
  return { ref, family: Object.keys(errors).length === 0 ? family : null, move, errors };
}

type Take = <T>(column: UploadColumn, schema: z.ZodType<T>, needed?: boolean) => T | null;

const entriesOf = (errors: Partial<Record<UploadColumn, string>>): [UploadColumn, string][] =>
  uploadColumns.flatMap((column) => (errors[column] === undefined ? [] : [[column, errors[column]]]));

const instantOf = (day: Day, now: Date): string =>
  (day === todayIst(now) ? now : startOfDay(day)).toISOString();

interface Next {
  on: Day | null;
  /** An appointment: the column then holds its hour too. */
  at: string | null;
}

function nextOf(take: Take, schemas: ReturnType<typeof schemasOf>, { step, subStatus }: NamedStage): Next {
  if (step?.action === 'fix-appointment') return { on: null, at: take('next_follow_up', schemas.visit) };
  const schema = mostDaysAhead(subStatus) > mostDaysAhead(null) ? schemas.nextYear : schemas.next;
  return { on: take('next_follow_up', schema), at: null };
}

/** A yes counts from the day it was given; without a day it stays a remark at the arrival. */
function consentsOf(
  take: Take,
  schemas: ReturnType<typeof schemasOf>,
  errors: Partial<Record<UploadColumn, string>>,
): NonNullable<UploadFamily['consents']> {
  const yes = (column: UploadColumn) => take(column, schemas.yesNo) === true;
  const said = {
    whatsapp: yes('consent_whatsapp'),
    sms: yes('consent_sms'),
    email: yes('consent_email'),
  };
  const on = take('consent_on', schemas.consentOn);
  const any = said.whatsapp || said.sms || said.email;
  if (on !== null && !any && !errors.consent_whatsapp && !errors.consent_sms && !errors.consent_email)
    errors.consent_on = 'No consent of this row says Y. Leave this empty, or put Y.';
  return { ...said, textVersion: consentTextVersion, language: 'en', ...(on !== null && any ? { on } : {}) };
}

const INTERESTED: readonly (string | null)[] = ['Interested', 'Will visit'];

function moveOf(
  { step, subStatus, reason, competitor }: NamedStage,
  { family, next }: { family: UploadFamily; next: Next },
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
