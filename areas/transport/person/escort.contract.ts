import { can, command, nothing, query } from '@aangan/contract/endpoint.ts';
import {
  choice,
  date,
  email,
  file,
  instantSchema,
  integer,
  longText,
  phone,
  text,
  uuidSchema,
} from '@aangan/contract/fields.ts';
import { personName } from '@aangan/contract/person-name.ts';
import * as z from 'zod';
import { transportModules as m } from '../modules.ts';
import { type Readiness, readinessLabels } from '../vehicle/readiness.ts';
import {
  type DocumentKind,
  documentKinds,
  documentStatusLabels,
  escortRoles,
  logTypes,
  personActions,
  personStatusLabels,
  vendorActions,
  vendorKinds,
  vendorStatusLabels,
} from './escort.states.ts';

const read = { module: m.ESCORT_DIGITAL_ID, scope: 'centre' } as const;
const write = { ...read, write: true } as const;
const id = { id: uuidSchema };
const namesOf = <T extends string>(list: Readonly<Record<T, unknown>>) =>
  z.enum(Object.keys(list) as [T, ...T[]]);
const shown = z.string().nullable();
const kind = namesOf<DocumentKind>(documentKinds);

const vendorFields = {
  name: text({ label: 'Name', max: 120 }),
  kind: choice({ label: 'Kind', options: vendorKinds }),
  contact: { ...text({ label: 'Contact person', max: 80 }), schema: personName(80) },
  phone: phone({ label: 'Phone' }),
  email: email({ label: 'E-mail', optional: true }),
  address: longText({ label: 'Address', max: 300, optional: true }),
  pan: {
    ...text({ label: 'PAN', max: 10, optional: true }),
    sample: 'AAAFA1234B',
    schema: z
      .string()
      .transform((value) => value.trim().toUpperCase())
      .pipe(z.string().regex(/^[A-Z]{5}[0-9]{4}[A-Z]$/, 'Enter a PAN like AAAFA1234B')),
  },
  agreementNo: text({ label: 'Agreement number', max: 60, optional: true }),
  agreementTo: date({ label: 'Agreement to', optional: true }),
};
const personFields = {
  name: { ...text({ label: 'Name', max: 80 }), schema: personName(80) },
  role: choice({ label: 'Works as', options: escortRoles }),
  phone: phone({ label: 'Phone' }),
  photo: file({ label: 'Photo', accept: ['jpg', 'png'], optional: true }),
  experienceYears: integer({ label: 'Experience (years)', min: 0, max: 60, optional: true }),
  licenceNo: text({ label: 'Licence number', max: 30, optional: true }),
  licenceClass: text({ label: 'Licence class', max: 30, optional: true, help: 'TRANS, LMV-TR' }),
};
const reason = longText({ label: 'Reason', max: 300, optional: true, help: 'Needed to suspend or close' });

const person = z.object({
  ...id,
  version: z.int(),
  name: z.string(),
  role: namesOf(escortRoles),
  phone: z.string(),
  photo: uuidSchema.nullable(),
  experienceYears: z.int().nullable(),
  licenceNo: shown,
  licenceClass: shown,
  status: namesOf(personStatusLabels),
  readiness: namesOf<Readiness>(readinessLabels),
  reasons: z.array(z.string()),
  vehicle: shown,
  card: z.boolean(),
  /** Signs in and sees the own trips. */
  account: z.boolean(),
});
export type EscortPerson = z.output<typeof person>;
const document = z.object({
  ...id,
  version: z.int(),
  personId: uuidSchema.nullable(),
  kind,
  number: shown,
  startsOn: shown,
  endsOn: shown,
  fileId: uuidSchema,
  status: namesOf(documentStatusLabels),
  uploadedBy: shown,
  decidedBy: shown,
  reason: shown,
  can,
});
export type EscortDocument = z.output<typeof document>;

export const escortContract = {
  vendor: query({
    ...read,
    name: 'escort-vendor.view',
    summary: 'One vendor with its people and all their documents.',
    logRead: { subject: 'escort-vendor', purpose: 'transport' },
    input: z.strictObject(id),
    output: z.object({
      ...id,
      version: z.int(),
      name: z.string(),
      kind: namesOf(vendorKinds),
      contact: z.string(),
      phone: z.string(),
      email: shown,
      address: shown,
      pan: shown,
      agreementNo: shown,
      agreementTo: shown,
      status: namesOf(vendorStatusLabels),
      missing: z.array(kind),
      people: z.array(person),
      documents: z.array(document),
      can,
    }),
  }),
  addVendor: command({
    ...write,
    needsCentre: true,
    idempotent: true,
    name: 'escort-vendor.add',
    summary: 'Add a vendor, or the in-house team of the centre.',
    fields: vendorFields,
    output: z.object(id),
  }),
  changeVendor: command({
    ...write,
    versioned: true,
    name: 'escort-vendor.change',
    summary: 'Change the details of a vendor.',
    input: id,
    fields: vendorFields,
    output: nothing,
  }),
  moveVendor: command({
    ...write,
    versioned: true,
    name: 'escort-vendor.set-status',
    summary:
      'Verify a vendor, suspend it with its people and cards at once, reinstate it, or close it: its people leave.',
    input: { ...id, action: namesOf(vendorActions) },
    fields: { reason },
    output: nothing,
  }),
  addPerson: command({
    ...write,
    idempotent: true,
    name: 'escort-person.add',
    summary: 'Add a driver, attendant, conductor or guard to a vendor.',
    input: { vendorId: uuidSchema },
    fields: personFields,
    output: z.object(id),
  }),
  changePerson: command({
    ...write,
    versioned: true,
    name: 'escort-person.change',
    summary: 'Change the details of an escort.',
    input: id,
    fields: personFields,
    output: nothing,
  }),
  movePerson: command({
    ...write,
    versioned: true,
    name: 'escort-person.set-status',
    summary:
      'Verify an escort, suspend with the card at once, reinstate, or note that the person left: postings and account end.',
    input: { ...id, action: namesOf(personActions) },
    fields: { reason },
    output: nothing,
  }),
  printCard: command({
    ...write,
    name: 'escort-card.print',
    summary: 'Print the card of a verified escort; the one printed before stops to count.',
    input: z.strictObject(id),
    output: z.object({ fileId: uuidSchema, name: z.string() }),
  }),
  addDocument: command({
    ...write,
    name: 'escort-document.add',
    summary: 'Upload a document of a vendor or of one of its people; another person verifies it.',
    input: { vendorId: uuidSchema, personId: uuidSchema.nullable() },
    fields: {
      kind: choice({ label: 'Document', options: documentKinds }),
      number: text({ label: 'Number', max: 60, optional: true }),
      startsOn: date({ label: 'From', optional: true }),
      endsOn: date({ label: 'To', optional: true }),
      fileId: file({ label: 'File', accept: ['pdf', 'jpg', 'png'] }),
    },
    output: z.object(id),
  }),
  verifyDocument: command({
    ...write,
    versioned: true,
    name: 'escort-document.verify',
    summary: 'Verify a document that somebody else uploaded.',
    input: z.strictObject(id),
    output: nothing,
  }),
  rejectDocument: command({
    ...write,
    versioned: true,
    name: 'escort-document.reject',
    summary: 'Reject a document that somebody else uploaded, with the reason.',
    input: id,
    fields: { reason: longText({ label: 'Reason', max: 500 }) },
    output: nothing,
  }),
  logs: query({
    ...read,
    name: 'escort-vendor.logs',
    summary: 'What happened to a vendor, its people, documents and cards, newest first.',
    input: z.strictObject({
      ...id,
      dataId: uuidSchema.optional(),
      logType: namesOf(logTypes).optional(),
    }),
    output: z.object({
      vendor: z.string(),
      rows: z.array(
        z.object({
          id: z.string(),
          at: instantSchema,
          type: namesOf(logTypes),
          what: z.string(),
          action: z.string(),
          from: shown,
          to: shown,
          by: shown,
          reason: shown,
        }),
      ),
    }),
  }),
};
