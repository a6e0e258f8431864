import { command } from '@aangan/contract/endpoint.ts';
import {
  boolean,
  choice,
  date,
  email,
  file,
  longText,
  phone,
  text,
  uuidSchema,
} from '@aangan/contract/fields.ts';
import { personName } from '@aangan/contract/person-name.ts';
import * as z from 'zod';
import { studentModules } from '../modules.ts';

const change = { module: studentModules.student, write: true, scope: 'centre' } as const;
const done = z.object({ id: uuidSchema });
const relations = {
  MOTHER: 'Mother',
  FATHER: 'Father',
  GUARDIAN: 'Guardian',
  GRANDPARENT: 'Grandparent',
  OTHER: 'Other',
} as const;
const name = { ...text({ label: 'Name', max: 100 }), schema: personName(100) };
const relation = choice({ label: 'Relation', options: relations });
const of = { studentId: uuidSchema, guardianId: uuidSchema };

/** Who may do what around a child (areas/students.md 2, 3.9). Shares are basis points and add up to 10,000. */
export const guardianContract = {
  save: command({
    ...change,
    name: 'guardian.save',
    summary: 'Add a guardian to a child, or change name, relation and ways to reach one.',
    input: { studentId: uuidSchema, guardianId: uuidSchema.optional() },
    fields: {
      name,
      relation,
      mobile: phone({ label: 'Mobile', optional: true }),
      email: email({ label: 'E-mail', optional: true }),
      occupation: text({ label: 'Occupation', max: 80, optional: true }),
    },
    output: done,
  }),
  setRights: command({
    ...change,
    name: 'guardian.set-rights',
    summary: 'Say what a guardian sees, is notified and may do for this child.',
    input: of,
    fields: {
      portal: choice({
        label: 'Sees in the app',
        options: { FULL: 'Everything', LIMITED: 'The day, not the money', NONE: 'Nothing' },
      }),
      getsMessages: boolean({ label: 'Gets messages' }),
      mayPickUp: boolean({ label: 'May pick up' }),
      livesWith: boolean({ label: 'The child lives here' }),
      isPrimary: boolean({ label: 'First contact' }),
    },
    output: done,
  }),
  setShares: command({
    ...change,
    name: 'guardian.set-shares',
    summary: 'Say who pays which part of the fees; the parts make 100 %.',
    input: z.strictObject({
      studentId: uuidSchema,
      shares: z
        .array(z.strictObject({ guardianId: uuidSchema, bp: z.int().min(0).max(10_000) }))
        .min(1)
        .max(10),
    }),
    output: done,
  }),
  restrict: command({
    ...change,
    name: 'guardian.restrict',
    summary: 'Keep a guardian away from the child by court order: no app, no messages, no pick-up.',
    input: of,
    fields: {
      reason: longText({ label: 'Reason', max: 200 }),
      fileId: file({ label: 'Court order', accept: ['pdf', 'jpg', 'png'], optional: true }),
    },
    output: done,
  }),
  lift: command({
    ...change,
    name: 'guardian.lift-restriction',
    summary: 'End a restriction; what the guardian may do is then set anew.',
    input: of,
    fields: { reason: longText({ label: 'Reason', max: 200 }) },
    output: done,
  }),
  end: command({
    ...change,
    name: 'guardian.end',
    summary: 'End what a guardian has to do with this child; the row stays for the record.',
    input: of,
    fields: { reason: longText({ label: 'Reason', max: 200 }) },
    output: done,
  }),
};

/** Who picks the child up, and who is called in an emergency. */
export const childPeopleContract = {
  savePickup: command({
    ...change,
    name: 'pickup-person.save',
    summary: 'Add or change somebody who may pick the child up.',
    input: { studentId: uuidSchema, id: uuidSchema.optional() },
    fields: {
      name,
      relation,
      mobile: phone({ label: 'Mobile' }),
      photoFileId: file({ label: 'Photo', accept: ['jpg', 'png'], maxMb: 5, optional: true }),
      validTo: date({ label: 'Until', optional: true }),
    },
    output: done,
  }),
  endPickup: command({
    ...change,
    name: 'pickup-person.end',
    summary: 'Somebody may not pick the child up any more.',
    input: z.strictObject({ id: uuidSchema }),
    output: done,
  }),
  saveContact: command({
    ...change,
    name: 'emergency-contact.save',
    summary: 'Say who is called in an emergency, as first, second or third.',
    input: { studentId: uuidSchema },
    fields: {
      ordinal: choice({ label: 'Called', options: { '1': 'First', '2': 'Second', '3': 'Third' } }),
      name,
      relation,
      mobile: phone({ label: 'Mobile' }),
    },
    output: done,
  }),
  removeContact: command({
    ...change,
    name: 'emergency-contact.remove',
    summary: 'Take somebody off the list of those who are called.',
    input: z.strictObject({ id: uuidSchema }),
    output: done,
  }),
};
