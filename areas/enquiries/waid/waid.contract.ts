import { can, command, pageOf, paging, query } from '@aangan/contract/endpoint.ts';
import { daySchema, uuidSchema } from '@aangan/contract/fields.ts';
import { personName } from '@aangan/contract/person-name.ts';
import * as z from 'zod';
import { childFields, mobileSchema, noteSchema, pincodeSchema } from '../enquiry/enquiry-fields.ts';
import { enquiryModules } from '../modules.ts';
import { type ContactState, contactStates } from './waid-words.ts';

const base = { module: enquiryModules.waIdIntegration, scope: 'centre' } as const;
const state = z.enum(Object.keys(contactStates) as [ContactState, ...ContactState[]]);

const row = z.object({
  id: z.string(),
  franchiseeId: z.int(),
  centreLabel: z.string().nullable(),
  channelName: z.string().nullable(),
  /** Masked. */
  waId: z.string(),
  hasNumber: z.boolean(),
  profileName: z.string().nullable(),
  firstText: z.string().nullable(),
  firstAt: z.string(),
  lastAt: z.string(),
  messages: z.int(),
  /** Headline of the ad they came by. */
  ad: z.string().nullable(),
  state,
  enquiryCode: z.string().nullable(),
  ownerName: z.string().nullable(),
  can,
});
export type ContactRow = z.output<typeof row>;

const one = z.strictObject({ id: uuidSchema });
const done = z.object({ id: z.string(), state });

export const waidContract = {
  list: query({
    ...base,
    name: 'waid.list',
    summary: 'Contacts that wrote on WhatsApp first, and the enquiry they became.',
    input: z.strictObject({
      q: z.string().trim().max(60).optional(),
      state: z.union([state, z.array(state).max(5)]).optional(),
      writtenOn: z.strictObject({ from: daySchema.optional(), to: daySchema.optional() }).optional(),
      ...paging,
    }),
    output: pageOf(row),
  }),
  createEnquiry: command({
    ...base,
    write: true,
    name: 'waid.create-enquiry',
    summary: 'Make an enquiry of a WhatsApp contact. Its first answer is due from the first message.',
    input: z.strictObject({
      id: uuidSchema,
      franchiseeId: z.int('Choose a centre').min(1, 'Choose a centre'),
      guardianName: personName(80),
      mobile: mobileSchema.nullable().optional(),
      pincode: pincodeSchema.nullable().optional(),
      childFirstName: childFields.firstName,
      classId: childFields.classId,
      note: noteSchema.nullable().optional(),
    }),
    output: z.object({ enquiryCode: z.string(), askedAgain: z.boolean() }),
  }),
  link: command({
    ...base,
    write: true,
    name: 'waid.link',
    summary: 'This contact is the family of an enquiry.',
    input: z.strictObject({ id: uuidSchema, enquiryCode: z.string().trim().toUpperCase().max(40) }),
    output: done,
  }),
  ignore: command({
    ...base,
    write: true,
    name: 'waid.ignore',
    summary: 'No enquiry. A new message makes the contact new again.',
    input: one,
    output: done,
  }),
  block: command({
    ...base,
    write: true,
    name: 'waid.block',
    summary: 'Whatever this contact writes is only counted.',
    input: one,
    output: done,
  }),
  reopen: command({
    ...base,
    write: true,
    name: 'waid.reopen',
    summary: 'An ignored or blocked contact is new again.',
    input: one,
    output: done,
  }),
};
