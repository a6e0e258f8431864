import { command, nothing, pageOf, paging, query } from '@aangan/contract/endpoint.ts';
import { daySchema, instantSchema, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { boardShape } from '../dashboard/board-shape.ts';
import { enquiryModules } from '../modules.ts';
import { exitNeeds, stepContacts } from '../pipeline/next-steps.ts';
import { askedColumns } from './asked-columns.ts';
import {
  childFields,
  consentFields,
  familyFields,
  languages,
  lineSchema,
  maybeNameSchema,
  mobileSchema,
  noteSchema,
  pincodeSchema,
  preferredTimes,
  programmeSchema,
  reasonSchema,
  relations,
  sessionWishes,
  stageNeedFields,
  temperatures,
} from './enquiry-fields.ts';
import { enquiryFilters } from './enquiry-filters.ts';
import { enquiryFull, enquiryRow, knownEnquiry } from './enquiry-row.ts';
import { referrerAsked, referrerKinds } from './referrer.ts';
import { saidSchema } from './said.ts';

export { type EnquiryRow, enquiryRow } from './enquiry-row.ts';

const base = { module: enquiryModules.enquiry, scope: 'centre' } as const;
const change = { ...base, write: true } as const;
const readers = [enquiryModules.enquiry, enquiryModules.followup] as const;

const centreId = z.int().min(1).max(2147483647);

const verdict = z.enum(['SAME', 'POSSIBLE', 'SIBLING', 'NEW_YEAR', 'NEW', 'REPLAY']);

/** Lists go by POST and the unit of work stays short: no number and no name reaches an access log (enquiries.md D27). */
export const enquiryContract = {
  capture: command({
    ...change,
    needsCentre: true,
    needsYear: true,
    idempotent: true,
    // At the gate and at events there is no network: the family waits on the device (enquiries.md 5, promise B1).
    offline: true,
    name: 'enquiry.capture',
    summary: "Save a family's enquiry: one enquiry for each child.",
    input: z.strictObject({
      ...familyFields,
      children: z
        .array(z.strictObject({ id: uuidSchema.optional(), ...childFields }))
        .min(1)
        .max(4, 'At most 4 children'),
      sourceId: uuidSchema,
      campaign: lineSchema(80).nullable().optional(),
      /** Who sent the family, where the source asks for it (`choices`): a child or a person of the staff of this centre. */
      referrerStudentId: uuidSchema.nullable().optional(),
      referrerStaffId: uuidSchema.nullable().optional(),
      /** The centre that answers for the family's pincode: the enquiry is saved there and not here. */
      sendTo: centreId.optional(),
      walkIn: z.boolean().default(false),
      ownerId: uuidSchema.nullable().optional(),
      nextFollowUpOn: daySchema.optional(),
      note: noteSchema.nullable().optional(),
      /** What came of the talk in which it is saved: a line of the follow-ups with the note and the next date. */
      said: saidSchema.optional(),
      consents: consentFields.prefault({}),
    }),
    output: z.object({
      householdId: z.string(),
      /** The other centre that has it now; null = this one. */
      sentTo: z.string().nullable(),
      enquiries: z.array(
        z.object({
          id: z.string(),
          enquiryCode: z.string(),
          childName: z.string(),
          verdict,
          ownerName: z.string().nullable(),
          nextFollowUpOn: z.string().nullable(),
          /** What was said stands among its follow-ups. */
          logged: z.boolean(),
        }),
      ),
    }),
  }),
  list: query({
    ...base,
    module: readers,
    inBody: true,
    needsYear: true,
    name: 'enquiry.list',
    summary: 'List enquiries by the shared filters, newest first.',
    input: z.strictObject({
      q: z.string().trim().max(100).optional(),
      sort: z.enum(['capturedAt', '-capturedAt', 'nextFollowUpOn', '-nextFollowUpOn']).optional(),
      /** Columns that are read only when somebody shows them. */
      columns: z.array(z.enum(askedColumns)).max(askedColumns.length).optional(),
      ...enquiryFilters,
      ...paging,
    }),
    output: pageOf(enquiryRow),
  }),
  get: query({
    ...base,
    module: readers,
    name: 'enquiry.get',
    summary: 'One enquiry with its family and history.',
    logRead: { subject: 'enquiry', purpose: 'enquiry handling' },
    input: z.strictObject({ enquiryCode: z.string().trim().max(60) }),
    output: enquiryFull,
  }),
  update: command({
    ...change,
    versioned: true,
    name: 'enquiry.update',
    summary: 'Change what is known of child and family; absent fields stay, null clears.',
    input: z.strictObject({
      id: uuidSchema,
      changes: z
        .strictObject({
          childFirstName: maybeNameSchema(60).nullable(),
          childLastName: maybeNameSchema(60).nullable(),
          childDob: daySchema.nullable(),
          dobApprox: z.boolean(),
          childGender: z.enum(['MALE', 'FEMALE', 'OTHER']).nullable(),
          classId: z.int().min(1).nullable(),
          programme: programmeSchema.nullable(),
          sessionWish: z.enum(sessionWishes).nullable(),
          guardianName: familyFields.guardianName,
          guardianRelation: z.enum(relations).nullable(),
          mobile: mobileSchema,
          email: familyFields.email,
          pincode: pincodeSchema.nullable(),
          language: z.enum(languages),
          preferredTime: z.enum(preferredTimes).nullable(),
          doNotCall: z.boolean(),
          temperature: z.enum(temperatures),
          subStatus: lineSchema(40).nullable(),
          ownerId: uuidSchema.nullable(),
        })
        .partial(),
    }),
    output: z.object({ id: z.string(), version: z.int() }),
  }),
  moveStage: command({
    ...change,
    versioned: true,
    name: 'enquiry.move-stage',
    summary: 'Take a step in the Spanco pipeline.',
    input: z.strictObject({
      id: uuidSchema,
      action: z.string().max(40),
      note: noteSchema.nullable().optional(),
      reason: reasonSchema.nullable().optional(),
      /** Which stage, where an action leads to several (`enter`, `step-back`). */
      toStage: lineSchema(40).nullable().optional(),
      /** How the family was spoken with: becomes a line of the follow-ups. */
      contact: z.enum(stepContacts).nullable().optional(),
      interested: z.boolean().optional(),
      appointmentAt: instantSchema.nullable().optional(),
      lostReasonId: uuidSchema.nullable().optional(),
      competitor: lineSchema(60).nullable().optional(),
      nextFollowUpOn: daySchema.nullable().optional(),
      ...stageNeedFields,
    }),
    output: z.object({
      id: z.string(),
      version: z.int(),
      spancoStatus: z.string(),
      stage: z.string(),
      nextFollowUpOn: z.string().nullable(),
      bskLevelTwo: z.boolean(),
    }),
  }),
  familyAt: command({
    ...base,
    write: false,
    needsCentre: true,
    name: 'enquiry.family-at',
    summary: 'What this centre knows of a number or e-mail, before a new enquiry is saved.',
    input: z.strictObject({ mobile: z.string().max(60).optional(), email: z.string().max(160).optional() }),
    output: z.object({
      rows: z.array(knownEnquiry),
      students: z.array(z.object({ familyId: z.string(), name: z.string(), children: z.array(z.string()) })),
    }),
  }),
  referrers: query({
    ...base,
    inBody: true,
    needsCentre: true,
    name: 'enquiry.referrers',
    summary: 'Children or staff of this centre who may have sent a family, by name.',
    input: z.strictObject({
      kind: z.enum(referrerKinds),
      q: z.string().trim().max(60),
      /** Only this one: the name of who was chosen before. */
      id: uuidSchema.optional(),
    }),
    output: z.object({ rows: z.array(z.object({ id: z.string(), label: z.string() })) }),
  }),
  serving: query({
    ...base,
    inBody: true,
    needsCentre: true,
    name: 'enquiry.serving',
    summary: 'Where a pincode lies, and which centre answers for it when it is not this one.',
    input: z.strictObject({ pincode: pincodeSchema }),
    output: z.object({
      /** 'Andheri West, Mumbai', of the directory; null = it does not know the pincode. */
      area: z.string().nullable(),
      /** Null: this centre does, or nobody near. */
      other: z
        .object({
          franchiseeId: z.int(),
          label: z.string(),
          distanceKm: z.number().nullable(),
          phone: z.string().nullable(),
          /** The caller may add enquiries there. */
          maySend: z.boolean(),
        })
        .nullable(),
    }),
  }),
  choices: query({
    ...base,
    module: readers,
    name: 'enquiry.choices',
    summary: 'Sources, owners, reasons, sub-statuses and stages for the forms and filters.',
    input: nothing,
    output: z.object({
      sources: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          /** Whom a new enquiry of this source must name; null = nobody. */
          referrer: z.enum(referrerAsked).nullable(),
        }),
      ),
      owners: z.array(z.object({ id: z.string(), name: z.string() })),
      classes: z.array(
        z.object({ id: z.int(), name: z.string(), ageFromMonths: z.int(), ageToMonths: z.int() }),
      ),
      lostReasons: z.array(z.object({ id: z.string(), name: z.string(), needsCompetitor: z.boolean() })),
      links: z.array(z.object({ id: z.string(), label: z.string() })),
      /** The register shows one's own first: for counsellors of a centre (enquiries.md D21). */
      opensOnMine: z.boolean(),
      /** What the centre offers. */
      programmes: z.array(z.string()),
      subStatuses: z.array(z.object({ status: z.string(), name: z.string() })),
      stages: z.array(
        z.object({
          code: z.string(),
          status: z.string(),
          active: z.boolean(),
          enteredBy: z.string(),
          needsNote: z.boolean(),
          needsSubStatus: z.boolean(),
          needsFollowUp: z.boolean(),
          needsAppointment: z.boolean(),
          needsReason: z.boolean(),
          exitNeeds: z.array(z.enum(exitNeeds)),
          maxDays: z.int().nullable(),
          colour: z.string(),
        }),
      ),
    }),
  }),
  dashboard: query({
    ...base,
    inBody: true,
    needsYear: true,
    name: 'enquiry.dashboard',
    summary: 'Figures of the enquiry dashboard, by the same filters as the list.',
    // A network has a thousand centres, and a screen shows 25 of them unless somebody asks for all.
    input: z.strictObject({ ...enquiryFilters, allCentres: z.boolean().optional() }),
    output: boardShape,
  }),
  // The specification fixes path, parameters and names; the last two are one number in two spellings (enquiries.md D8).
  enquiryCount: query({
    ...base,
    needsYear: true,
    name: 'enquiry.enquiry-count',
    summary: 'Total, yet-to-call and due enquiries of a centre and year.',
    input: z.strictObject({ franchiseeID: z.int().min(0).optional(), academicYearID: z.int().optional() }),
    output: z.object({
      totalLeadCount: z.int(),
      yetToCallCount: z.int(),
      followUpLeadCount: z.int(),
      todaysFollowUpCount: z.int(),
    }),
  }),
};
