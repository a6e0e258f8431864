// The questions of each page in their order, as data: parents' pages and the counter draw the same ones.
import type { FieldKind } from '@aangan/contract/fields.ts';
import {
  type AnswerName,
  bloodGroups,
  type FormAnswers,
  foods,
  socialCategories,
  toilets,
} from './answers.ts';
import type { FormPage } from './form-pages.ts';
import type { Word } from './words.tsx';

export interface Question {
  readonly name: AnswerName;
  readonly kind: FieldKind | 'yesNo' | 'people' | 'consents';
  readonly label?: Word;
  readonly options?: readonly { value: string; word?: Word }[];
  readonly when?: (answers: Partial<FormAnswers>) => boolean;
  /** Stored sealed; said beside the field. */
  readonly sealed?: true;
}

export const relationOptions = [
  { value: 'MOTHER', word: 'MOTHER' },
  { value: 'FATHER', word: 'FATHER' },
  { value: 'GUARDIAN', word: 'GUARDIAN' },
  { value: 'GRANDPARENT', word: 'GRANDPARENT' },
  { value: 'OTHER', word: 'relOTHER' },
] as const;

export const questions: Readonly<Record<FormPage, readonly Question[]>> = {
  child: [
    { name: 'childName', kind: 'text' },
    { name: 'callName', kind: 'text' },
    { name: 'dateOfBirth', kind: 'date' },
    {
      name: 'gender',
      kind: 'choice',
      options: [
        { value: 'FEMALE', word: 'FEMALE' },
        { value: 'MALE', word: 'MALE' },
        { value: 'OTHER', word: 'OTHER' },
      ],
    },
    { name: 'startWish', kind: 'date' },
    { name: 'motherTongue', kind: 'text' },
  ],
  parents: [
    { name: 'parentName', kind: 'text' },
    { name: 'parentRelation', kind: 'choice', options: relationOptions },
    { name: 'parentMobile', kind: 'phone' },
    { name: 'parentEmail', kind: 'email' },
    { name: 'parentOccupation', kind: 'text' },
    { name: 'secondParentName', kind: 'text' },
    {
      name: 'secondParentRelation',
      kind: 'choice',
      options: relationOptions,
      when: (a) => Boolean(a.secondParentName),
    },
    { name: 'secondParentMobile', kind: 'phone', when: (a) => Boolean(a.secondParentName) },
    { name: 'adultDeclaration', kind: 'boolean' },
  ],
  address: [
    { name: 'pincode', kind: 'text' },
    { name: 'address', kind: 'longText', label: 'street' },
  ],
  help: [
    { name: 'heardFrom', kind: 'text' },
    { name: 'transportWanted', kind: 'boolean' },
    { name: 'transportStop', kind: 'text', when: (a) => a.transportWanted === true },
    { name: 'message', kind: 'longText' },
  ],
  school: [
    { name: 'previousSchool', kind: 'text' },
    { name: 'previousClass', kind: 'text', when: (a) => Boolean(a.previousSchool) },
    {
      name: 'toiletTrained',
      kind: 'choice',
      options: toilets.map((value) => ({ value, word: `toilet${value}` as const })),
    },
    { name: 'naps', kind: 'text' },
    { name: 'food', kind: 'choice', options: foods.map((value) => ({ value, word: value })) },
    { name: 'feedingNotes', kind: 'longText' },
  ],
  health: [
    {
      name: 'bloodGroup',
      kind: 'choice',
      options: bloodGroups.map((value) => (value === 'UNKNOWN' ? { value, word: value } : { value })),
    },
    { name: 'hasAllergies', kind: 'yesNo' },
    { name: 'allergies', kind: 'longText', sealed: true, when: (a) => a.hasAllergies === true },
    { name: 'medicines', kind: 'text', sealed: true },
    { name: 'conditions', kind: 'longText', sealed: true },
    { name: 'specialNeeds', kind: 'text', sealed: true },
    { name: 'doctorName', kind: 'text' },
    { name: 'doctorMobile', kind: 'phone' },
    { name: 'heightCm', kind: 'integer' },
    { name: 'weightKg', kind: 'integer' },
    { name: 'hospitalConsent', kind: 'boolean' },
  ],
  safety: [
    { name: 'emergencyContacts', kind: 'people' },
    { name: 'pickups', kind: 'people' },
    { name: 'hasCourtOrder', kind: 'yesNo', sealed: true },
    { name: 'mayNotPickUp', kind: 'text', sealed: true, when: (a) => a.hasCourtOrder === true },
  ],
  register: [
    { name: 'placeOfBirth', kind: 'text' },
    { name: 'birthCertificateNo', kind: 'text' },
    { name: 'nationalityIndian', kind: 'yesNo' },
    { name: 'nameLocal', kind: 'text' },
    {
      name: 'socialCategory',
      kind: 'choice',
      sealed: true,
      options: socialCategories.map((value) => ({ value, word: value })),
    },
    { name: 'religion', kind: 'text', sealed: true },
    { name: 'aadhaarLast4', kind: 'text', sealed: true },
    { name: 'pen', kind: 'text', sealed: true },
  ],
  consents: [{ name: 'consents', kind: 'consents' }],
  documents: [],
};
