// What the answers of a lead mean: the provider's standard columns, the mapping's own questions, and everything else as a
// note, so that nothing a parent wrote is lost.
import { emailSchema } from '@aangan/contract/fields.ts';
import { todayIst } from '@aangan/contract/period.ts';
import { nameWithin } from '@aangan/contract/person-name.ts';
import { phoneNormAnyCountry } from '@aangan/contract/phone.ts';
import { pincodeSchema } from '../enquiry/enquiry-fields.ts';
import { bornByAge } from '../enquiry/told-age.ts';
import { dayOf } from '../upload/upload-cells.ts';
import type { LeadPaper, QuestionMap } from './lead-paper.ts';
import type { AnswerTarget } from './lead-words.ts';

export interface LeadAnswers {
  guardianName: string | null;
  /** Stored form; null when there is none or it is not valid. */
  mobile: string | null;
  /** A number was given, valid or not. */
  mobileGiven: boolean;
  alternateMobile: string | null;
  email: string | null;
  pincode: string | null;
  childFirstName: string | null;
  childLastName: string | null;
  dob: string | null;
  dobApprox: boolean;
  className: string | null;
  preferredTime: 'MORNING' | 'AFTERNOON' | 'EVENING' | null;
  note: string | null;
}

/** Column ids in their plain form (`what_age?` is `what_age`). Google and Meta name the standard ones alike. */
const STANDARD: Readonly<Record<string, AnswerTarget>> = {
  full_name: 'guardianName',
  name: 'guardianName',
  parent_name: 'guardianName',
  email: 'email',
  work_email: 'email',
  phone_number: 'mobile',
  phone: 'mobile',
  user_phone: 'mobile',
  user_email: 'email',
  mobile: 'mobile',
  work_phone: 'alternateMobile',
  alternate_mobile: 'alternateMobile',
  postal_code: 'pincode',
  post_code: 'pincode',
  zip_code: 'pincode',
  zip: 'pincode',
  pincode: 'pincode',
  child_name: 'childName',
  child_first_name: 'childName',
  child_age: 'childAge',
  age: 'childAge',
  what_age: 'childAge',
  child_dob: 'childDob',
  class: 'class',
  program: 'class',
  preferred_time: 'preferredTime',
  best_time: 'preferredTime',
  message: 'note',
};

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/['’]s\b/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '');

/** The answers of a paper under a form's question map. `receivedAt` dates an age. */
export function answersOf(paper: LeadPaper, map: QuestionMap, receivedAt: Date): LeadAnswers {
  const wanted = new Map(map.map((one) => [plain(one.column), one.target]));
  const found = new Map<AnswerTarget, string>();
  const first: { first?: string; last?: string } = {};
  const notes: string[] = [];
  for (const { id, name, value } of paper.columns) {
    const key = plain(id);
    if (key === 'first_name') first.first = value;
    else if (key === 'last_name') first.last = value;
    else {
      const target = wanted.get(key) ?? (name ? wanted.get(plain(name)) : undefined) ?? STANDARD[key];
      if (target === 'note' || target === undefined) notes.push(target ? value : `${name ?? id}: ${value}`);
      else if (target !== 'ignore' && !found.has(target)) found.set(target, value);
    }
  }
  const take = (target: AnswerTarget) => found.get(target);
  const mobileTyped = paper.mended.mobile ?? take('mobile');
  const child = (nameWithin(take('childName') ?? '', 120) ?? '').split(/\s+/).filter(Boolean);
  const born = birthOf(take('childDob'), take('childAge'), receivedAt);
  if (!born && (take('childDob') ?? take('childAge')))
    notes.push(`Child: ${take('childDob') ?? take('childAge')}`);
  const email = emailSchema.safeParse(take('email') ?? '');
  const pincode = pincodeSchema.safeParse(take('pincode')?.replace(/\s/g, '') ?? '');
  return {
    guardianName: nameWithin(
      paper.mended.guardianName ??
        take('guardianName') ??
        [first.first, first.last].filter(Boolean).join(' '),
      80,
    ),
    mobile: mobileTyped ? phoneNormAnyCountry(mobileTyped) : null,
    mobileGiven: mobileTyped !== undefined,
    alternateMobile: phoneNormAnyCountry(take('alternateMobile') ?? ''),
    email: email.success ? email.data : null,
    pincode: pincode.success ? pincode.data : null,
    childFirstName: nameWithin(child[0] ?? '', 60),
    childLastName: nameWithin(child.slice(1).join(' '), 60),
    dob: born?.dob ?? null,
    dobApprox: born?.approx ?? false,
    className: take('class') ?? null,
    preferredTime: timeOf(take('preferredTime')),
    note: notes.join('\n').normalize('NFC').replaceAll('\u0000', '').slice(0, 1000).trim() || null,
  };
}

const AGE_MONTHS = { from: 6, to: 96 };

/** A birth day: as given, or from an age ("3 years" = 3 y 6 m before the lead, as the middle of that year). */
function birthOf(
  dob: string | undefined,
  age: string | undefined,
  receivedAt: Date,
): { dob: string; approx: boolean } | null {
  const today = todayIst(receivedAt);
  const day = dob ? dayOf(dob.slice(0, 10)) : null;
  const given = day ?? (age ? bornByAge(age, today) : null);
  if (given === null) return null;
  const months =
    (Number(today.slice(0, 4)) - Number(given.slice(0, 4))) * 12 +
    Number(today.slice(5, 7)) -
    Number(given.slice(5, 7));
  return months < AGE_MONTHS.from || months > AGE_MONTHS.to ? null : { dob: given, approx: day === null };
}

const timeOf = (text: string | undefined): LeadAnswers['preferredTime'] => {
  if (!text) return null;
  if (/morning|सुबह/i.test(text)) return 'MORNING';
  if (/afternoon|दोपहर/i.test(text)) return 'AFTERNOON';
  return /evening|शाम/i.test(text) ? 'EVENING' : null;
};
