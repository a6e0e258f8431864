import { command, nothing, query } from '@aangan/contract/endpoint.ts';
import {
  boolean,
  choice,
  date,
  email,
  longText,
  phone,
  reference,
  text,
  uuidSchema,
} from '@aangan/contract/fields.ts';
import { personName } from '@aangan/contract/person-name.ts';
import * as z from 'zod';
import { outcomeLabels } from '../../enquiries/enquiry/follow-up.contract.ts';
import { directions } from '../catalogue/service-words.ts';
import { servicesModules as m } from '../modules.ts';
import { serviceEnquiries } from './service-enquiry.listing.ts';
import { lostReasons } from './service-enquiry.states.ts';

const read = { module: m.ServiceRegistration, scope: 'centre' } as const;
const write = { ...read, write: true } as const;
const id = { id: uuidSchema };

/** Outcomes of a call that make sense for a service; labels are those of enquiries. */
const callOutcomes = {
  NO_ANSWER: outcomeLabels.NO_ANSWER.label,
  BUSY: outcomeLabels.BUSY.label,
  SWITCHED_OFF: outcomeLabels.SWITCHED_OFF.label,
  WRONG_NUMBER: outcomeLabels.WRONG_NUMBER.label,
  CALL_BACK: outcomeLabels.CALL_BACK.label,
  DETAILS_SHARED: outcomeLabels.DETAILS_SHARED.label,
  INTERESTED: outcomeLabels.INTERESTED.label,
  NOT_INTERESTED: outcomeLabels.NOT_INTERESTED.label,
} as const;
const channels = { CALL: 'Call', WHATSAPP: 'WhatsApp', SMS: 'SMS', EMAIL: 'E-mail', VISIT: 'Visit' } as const;

const contact = {
  guardianName: {
    ...text({ label: 'Parent or guardian', max: 100, optional: true }),
    schema: personName(100),
  },
  mobile: phone({ label: 'Mobile', optional: true }),
  email: email({ label: 'E-mail', optional: true }),
  pincode: text({
    label: 'Pincode',
    max: 6,
    optional: true,
    pattern: /^[1-9]\d{5}$/,
    patternHelp: 'Six digits',
    sample: '400053',
  }),
  address: text({ label: 'Address', max: 300, optional: true }),
};
const wish = {
  serviceId: reference('service', { label: 'Service' }),
  wantedFrom: date({ label: 'Wanted from' }),
  wantedTo: date({ label: 'Until', help: 'Leave empty for the end of the year', optional: true }),
  direction: choice({ label: 'Direction', options: directions, optional: true }),
  stopText: text({ label: 'Stop or landmark', max: 120, optional: true }),
};

const timelineItem = z.object({
  at: z.string(),
  who: z.string().nullable(),
  kind: z.enum(['CALL', 'NOTE', 'QUOTE', 'STATE']),
  /** A label of the outcome, or the status it moved to. */
  what: z.string(),
  note: z.string().nullable(),
});

const offered = z.object({
  serviceId: uuidSchema,
  name: z.string(),
  category: z.string(),
  serviceType: z.string().nullable(),
  openTo: z.string(),
  ageFromMonths: z.int(),
  ageToMonths: z.int(),
  seats: z.int().nullable(),
  startsOn: z.string(),
  endsOn: z.string(),
  /** Paise of a whole year under the cheapest approved plan; null without one. */
  priceFrom: z.int().nullable(),
});
export type Offered = z.output<typeof offered>;

export const serviceEnquiryContract = {
  get: query({
    ...read,
    logRead: { subject: 'service-enquiry', purpose: 'service enquiry' },
    name: 'service-enquiry.get',
    summary: 'One service enquiry by id or code, with contact and what happened to it.',
    input: z
      .strictObject({ id: uuidSchema.optional(), code: z.string().max(30).optional() })
      .refine((wanted) => wanted.id !== undefined || wanted.code !== undefined, {
        error: 'Name an enquiry',
        path: ['code'],
      }),
    output: z.object({
      row: serviceEnquiries.rowSchema,
      contact: z.object({
        guardianName: z.string(),
        mobile: z.string(),
        email: z.string().nullable(),
        pincode: z.string().nullable(),
        address: z.string().nullable(),
      }),
      dob: z.string().nullable(),
      timeline: z.array(timelineItem),
    }),
  }),
  offered: query({
    ...read,
    needsCentre: true,
    needsYear: true,
    name: 'service-enquiry.offered',
    summary: 'Services that enquiries can be taken for at the chosen centre and year.',
    input: z.strictObject({}),
    output: z.object({ rows: z.array(offered) }),
  }),
  children: query({
    ...read,
    needsCentre: true,
    logRead: { subject: 'student', purpose: 'service enquiry' },
    name: 'service-enquiry.children',
    summary: 'Children of the centre by name, admission number or a guardian’s mobile.',
    input: z.strictObject({ q: z.string().trim().max(100) }),
    output: z.object({ rows: z.array(z.object({ id: uuidSchema, label: z.string() })) }),
  }),
  create: command({
    ...write,
    idempotent: true,
    needsCentre: true,
    needsYear: true,
    name: 'service-enquiry.create',
    summary: 'Write down a child’s wish for a service.',
    fields: {
      who: choice({ label: 'For', options: { ENROLLED: 'A child of this centre', NEW: 'Somebody new' } }),
      studentId: { ...text({ label: 'Child', max: 36, optional: true }), schema: uuidSchema },
      childName: { ...text({ label: 'Child’s name', max: 100, optional: true }), schema: personName(100) },
      dob: date({ label: 'Date of birth', optional: true }),
      ...contact,
      consent: boolean({
        label: 'The family agrees that we keep these details to answer this enquiry',
        optional: true,
      }),
      ...wish,
      sourceId: reference('enquiry-source', { label: 'Source', optional: true }),
      nextOn: date({ label: 'Next follow-up', optional: true }),
      note: longText({ label: 'Note', max: 1000, optional: true }),
    },
    output: z.object({ id: uuidSchema, code: z.string() }),
  }),
  changeContact: command({
    ...write,
    versioned: true,
    name: 'service-enquiry.change-contact',
    summary: 'Change how the family of a service enquiry is reached.',
    input: id,
    fields: contact,
    output: nothing,
  }),
  changeWish: command({
    ...write,
    versioned: true,
    name: 'service-enquiry.change-wish',
    summary: 'Change service or dates of an enquiry that has no plan yet.',
    input: id,
    fields: wish,
    output: nothing,
  }),
  log: command({
    ...write,
    idempotent: true,
    name: 'service-enquiry.log',
    summary: 'Log a call or message and the next date.',
    input: id,
    fields: {
      channel: choice({ label: 'By', options: channels }),
      outcome: choice({ label: 'Outcome', options: callOutcomes }),
      note: longText({ label: 'Note', max: 1000, optional: true }),
      nextOn: date({ label: 'Next follow-up' }),
    },
    output: nothing,
  }),
  note: command({
    ...write,
    idempotent: true,
    name: 'service-enquiry.note',
    summary: 'Add a note.',
    input: id,
    fields: { text: longText({ label: 'Note', max: 1000 }) },
    output: nothing,
  }),
  lose: command({
    ...write,
    versioned: true,
    name: 'service-enquiry.lose',
    summary: 'Close a service enquiry with the reason.',
    input: id,
    fields: {
      reason: choice({ label: 'Reason', options: lostReasons }),
      note: longText({ label: 'Note', max: 1000, optional: true }),
    },
    output: nothing,
  }),
  revive: command({
    ...write,
    versioned: true,
    name: 'service-enquiry.revive',
    summary: 'Take a lost or ended enquiry up again.',
    input: id,
    fields: { nextOn: date({ label: 'Next follow-up' }) },
    output: nothing,
  }),
  changeOwner: command({
    ...write,
    name: 'service-enquiry.change-owner',
    summary: 'Give open service enquiries to another person of their centre.',
    input: { ids: z.array(uuidSchema).min(1, 'Choose an enquiry').max(200) },
    fields: { ownerId: reference('user', { label: 'Owner' }) },
    output: z.object({ changed: z.int() }),
  }),
};
