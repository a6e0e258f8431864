// Which pages a form has, what each page must hold, and what is still missing. A form that was skipped hands its pages
// to the next one, so nothing required gets lost (admissions.md decision 13).
import { type AnswerName, askedConsents, type FormAnswers } from './answers.ts';

export const formKinds = ['APPLICATION', 'REGISTRATION', 'ADMISSION'] as const;
export type FormKind = (typeof formKinds)[number];

export const formPages = [
  'child',
  'parents',
  'address',
  'help',
  'school',
  'health',
  'safety',
  'register',
  'consents',
  'documents',
] as const;
export type FormPage = (typeof formPages)[number];

const ownPages: Readonly<Record<FormKind, readonly FormPage[]>> = {
  APPLICATION: ['child', 'parents', 'address', 'help'],
  REGISTRATION: ['school', 'health', 'documents'],
  ADMISSION: ['safety', 'register', 'consents', 'documents'],
};

/** Kinds whose pages this form carries: its own, and those of the forms that were skipped before it. */
export const partsOf = (kind: FormKind, skipped: readonly FormKind[]): readonly FormKind[] => [
  ...formKinds.filter((one) => skipped.includes(one) && one !== kind),
  kind,
];

/** The pages in the order in which they are filled; documents come last. */
export function pagesOf(kind: FormKind, skipped: readonly FormKind[] = []): FormPage[] {
  const pages = new Set(partsOf(kind, skipped).flatMap((one) => ownPages[one]));
  return formPages.filter((page) => pages.has(page));
}

type Rule = (value: unknown, answers: FormAnswers) => boolean;
const given: Rule = (value) => value !== undefined && value !== null && value !== '';
const yes: Rule = (value) => value === true;
const some: Rule = (value) => Array.isArray(value) && value.length > 0;

/** Answers a submission must have, with the page they stand on. */
const required: Readonly<Partial<Record<AnswerName, { page: FormPage; rule: Rule; text: string }>>> = {
  childName: { page: 'child', rule: given, text: 'Fill this in' },
  dateOfBirth: { page: 'child', rule: given, text: 'Fill this in' },
  gender: { page: 'child', rule: given, text: 'Choose one' },
  parentName: { page: 'parents', rule: given, text: 'Fill this in' },
  parentRelation: { page: 'parents', rule: given, text: 'Choose one' },
  parentMobile: { page: 'parents', rule: given, text: 'Fill this in' },
  adultDeclaration: {
    page: 'parents',
    rule: yes,
    text: 'Confirm that you are the parent or guardian and 18 or older',
  },
  pincode: { page: 'address', rule: given, text: 'Fill this in' },
  toiletTrained: { page: 'school', rule: given, text: 'Choose one' },
  food: { page: 'school', rule: given, text: 'Choose one' },
  bloodGroup: { page: 'health', rule: given, text: 'Choose one' },
  hasAllergies: { page: 'health', rule: given, text: 'Answer yes or no' },
  allergies: {
    page: 'health',
    rule: (value, answers) => answers.hasAllergies !== true || given(value, answers),
    text: 'Write which allergies',
  },
  hospitalConsent: {
    page: 'health',
    rule: yes,
    text: 'We need to know that we may bring the child to a doctor',
  },
  emergencyContacts: { page: 'safety', rule: some, text: 'Name at least one person we can call' },
  hasCourtOrder: { page: 'safety', rule: given, text: 'Answer yes or no' },
  placeOfBirth: { page: 'register', rule: given, text: 'Fill this in' },
  nationalityIndian: { page: 'register', rule: given, text: 'Answer yes or no' },
  consents: {
    page: 'consents',
    rule: (_, { consents }) =>
      consents?.EDUCATION_NOTICE === 'YES' && askedConsents.every((purpose) => consents[purpose]),
    text: 'Confirm the notice and answer each question',
  },
};

export const isRequired = (name: AnswerName): boolean => name in required;
export const pageOfAnswer = (name: string): FormPage | undefined => required[name as AnswerName]?.page;

/** What is missing on these pages, by answer; empty when they are complete. */
export function missingAnswers(answers: FormAnswers, pages: readonly FormPage[]): Record<string, string> {
  const missing: Record<string, string> = {};
  for (const [name, { page, rule, text }] of Object.entries(required))
    if (pages.includes(page) && !rule(answers[name as AnswerName], answers)) missing[name] = text;
  return missing;
}

/** Pages whose required answers are all there. A page that requires nothing is done with everything before it. */
export function pagesDone(
  answers: FormAnswers,
  pages: readonly FormPage[],
  documentsDone: boolean,
): FormPage[] {
  const open = new Set(Object.keys(missingAnswers(answers, pages)).map((name) => pageOfAnswer(name)));
  const requires = new Set(Object.values(required).map((one) => one.page));
  return pages.filter((page, i) => {
    if (page === 'documents') return documentsDone;
    if (requires.has(page)) return !open.has(page);
    return pages.slice(0, i).every((before) => !open.has(before));
  });
}
