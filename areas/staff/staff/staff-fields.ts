// What the form of a person asks, section by section (areas/staff.md 4).
import {
  choice,
  choices,
  date,
  email,
  type Field,
  file,
  integer,
  integerReference,
  phone,
  reference,
  text,
} from '@aangan/contract/fields.ts';
import { IFSC, PAN, PINCODE } from '@aangan/contract/india.ts';
import { personName, personNameOrEmpty } from '@aangan/contract/person-name.ts';
import * as z from 'zod';
import { categories } from '../designation.record.ts';
import { bloodGroups, employments, genders, languages } from '../staff-words.ts';

/** Capitals and digits of a document; people type spaces and small letters. */
const capitals = (label: string, max: number, pattern: RegExp, help: string) => ({
  ...text({ label, max, optional: true }),
  schema: z
    .string()
    .transform((typed) => typed.replace(/[\s-]/g, '').toUpperCase())
    .pipe(z.string().max(max, `At most ${max} characters`).regex(pattern, help)),
});

const personFields = {
  firstName: { ...text({ label: 'First name', max: 60 }), schema: personName(60) },
  lastName: { ...text({ label: 'Last name', max: 60, optional: true }), schema: personNameOrEmpty(60) },
  gender: choice({ label: 'Gender', options: genders, optional: true }),
  bornOn: date({ label: 'Date of birth', optional: true }),
  bloodGroup: choice({ label: 'Blood group', options: bloodGroups, optional: true }),
  languages: choices({ label: 'Languages', options: languages, optional: true }),
  qualification: text({ label: 'Qualification', max: 200, optional: true }),
  experienceMonths: integer({
    label: 'Experience before joining (months)',
    min: 0,
    max: 720,
    optional: true,
  }),
  photoFile: file({ label: 'Photo', accept: ['jpg', 'png'], maxMb: 5, optional: true }),
} as const;

const workFields = {
  category: choice({ label: 'Category', options: categories }),
  designationId: reference('staff-designation', { label: 'Designation', optional: true }),
  departmentId: integerReference('department', { label: 'Department', optional: true }),
  employment: choice({ label: 'Employment', options: employments }),
  joinedOn: date({ label: 'Joined' }),
  probationUntil: date({ label: 'Probation until', optional: true }),
  shiftId: reference('staff-shift', { label: 'Shift', optional: true }),
  reportsToId: reference('user', { label: 'Reports to', optional: true }),
} as const;

const contactFields = {
  mobile: phone({ label: 'Mobile', optional: true, help: 'The sign-in keeps its own number' }),
  email: email({ label: 'E-mail', optional: true }),
  address: text({ label: 'Address', max: 300, optional: true }),
  pincode: text({
    label: 'Pincode',
    max: 6,
    pattern: PINCODE,
    patternHelp: 'Enter the 6 digits of the pincode',
    optional: true,
  }),
  emergencyName: text({ label: 'Emergency contact', max: 80, optional: true }),
  emergencyMobile: phone({ label: 'Mobile of the emergency contact', optional: true }),
} as const;

/** Sealed together in one column; an empty one keeps what is stored. */
export const sealedFields = {
  pan: capitals('PAN', 10, PAN, 'A PAN looks like ABCDE1234F'),
  bankAccount: capitals(
    'Bank account',
    20,
    /^[0-9A-Z]{6,20}$/,
    'Enter the account number, 6 to 20 characters',
  ),
  ifsc: capitals('IFSC', 11, IFSC, 'An IFSC looks like HDFC0001234'),
  pf: capitals('PF number', 26, /^[0-9A-Z/]{5,26}$/, 'Enter the PF or UAN number, 5 to 26 characters'),
  esi: capitals('ESI number', 17, /^(\d{10}|\d{17})$/, 'An ESI number has 10 or 17 digits'),
} as const satisfies Readonly<Record<string, Field>>;
export type SealedName = keyof typeof sealedFields;
export const sealedNames = Object.keys(sealedFields) as [SealedName, ...SealedName[]];

const sensitiveFields = {
  ...sealedFields,
  aadhaarLast4: text({
    label: 'Aadhaar, last 4 digits',
    max: 4,
    pattern: /^\d{4}$/,
    patternHelp: 'Only the last 4 digits',
    help: 'Never enter the whole number',
    optional: true,
  }),
} as const;

export const staffFields = { ...personFields, ...workFields, ...contactFields, ...sensitiveFields } as const;

/** The form's sections, in their order. */
export const staffSections = [
  { title: 'Person', names: Object.keys(personFields) },
  { title: 'Work', names: Object.keys(workFields) },
  { title: 'Contact', names: Object.keys(contactFields) },
  { title: 'Sensitive', names: Object.keys(sensitiveFields) },
] as const;
