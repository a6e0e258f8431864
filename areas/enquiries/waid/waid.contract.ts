import { command } from '@aangan/contract/endpoint.ts';
import { integerReference, longText, phone, text, uuidSchema } from '@aangan/contract/fields.ts';
import { personName } from '@aangan/contract/person-name.ts';
import * as z from 'zod';
import { maybeNameSchema, mobileSchema, noteSchema, pincodeSchema } from '../enquiry/enquiry-fields.ts';
import { enquiryModules } from '../modules.ts';
import { type ContactState, contactStates } from './waid-words.ts';

const base = { module: enquiryModules.waIdIntegration, scope: 'centre' } as const;
const change = { ...base, write: true } as const;
const state = z.enum(Object.keys(contactStates) as [ContactState, ...ContactState[]]);

const one = z.strictObject({ id: uuidSchema });
const done = z.object({ id: z.string(), state });

export const waidContract = {
  createEnquiry: command({
    ...change,
    name: 'waid.create-enquiry',
    summary: 'Make an enquiry of a WhatsApp contact. Its first answer is due from the first message.',
    input: { id: uuidSchema },
    fields: {
      franchiseeId: integerReference('franchisee', { label: 'Centre' }),
      guardianName: { ...text({ label: 'Parent’s name', max: 80 }), schema: personName(80) },
      // Numbers of every country, as an enquiry takes them.
      mobile: { ...phone({ label: 'Mobile', optional: true }), schema: mobileSchema },
      childFirstName: {
        ...text({ label: 'Child’s first name', max: 60, optional: true }),
        schema: maybeNameSchema(60),
      },
      classId: integerReference('class', { label: 'Class', optional: true }),
      pincode: { ...text({ label: 'Pincode', max: 6, optional: true }), schema: pincodeSchema },
      note: { ...longText({ label: 'Note', max: 1000, optional: true }), schema: noteSchema },
    },
    output: z.object({ enquiryCode: z.string(), askedAgain: z.boolean() }),
  }),
  link: command({
    ...change,
    name: 'waid.link',
    summary: 'This contact is the family of an enquiry.',
    input: { id: uuidSchema },
    fields: {
      enquiryCode: {
        ...text({ label: 'Enquiry code', max: 40 }),
        schema: z.string().trim().toUpperCase().max(40),
      },
    },
    output: done,
  }),
  ignore: command({
    ...change,
    name: 'waid.ignore',
    summary: 'No enquiry. A new message makes the contact new again.',
    input: one,
    output: done,
  }),
  block: command({
    ...change,
    name: 'waid.block',
    summary: 'Whatever this contact writes is only counted.',
    input: one,
    output: done,
  }),
  reopen: command({
    ...change,
    name: 'waid.reopen',
    summary: 'An ignored or blocked contact is new again.',
    input: one,
    output: done,
  }),
};
