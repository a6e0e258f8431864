// What lists and screens show of an enquiry.
import { can } from '@aangan/contract/endpoint.ts';
import * as z from 'zod';
import { askedValues } from './asked-columns.ts';
import { bucketSlugs } from './bucket.ts';
import { userActions } from './enquiry.states.ts';
import { referrerKinds } from './referrer.ts';

/** Whose enquiry a line is, and who looks after it. */
export const enquiryWho = {
  id: z.string(),
  enquiryCode: z.string(),
  childName: z.string(),
  guardianName: z.string(),
  className: z.string().nullable(),
  ownerName: z.string().nullable(),
};

/** One line of the lists; the number is masked here and whole on the working screen (whose reading is logged). */
export const enquiryRow = z.object({
  ...enquiryWho,
  version: z.int(),
  franchiseeId: z.int(),
  academicYearId: z.int(),
  childDob: z.string().nullable(),
  dobApprox: z.boolean(),
  childGender: z.string().nullable(),
  classId: z.int().nullable(),
  classCategory: z.string().nullable(),
  mobileMasked: z.string().nullable(),
  /** Whoever has the number typed the code that was sent to it. */
  mobileConfirmed: z.boolean(),
  sourceName: z.string(),
  campaign: z.string().nullable(),
  spancoStatus: z.string(),
  stage: z.string(),
  subStatus: z.string().nullable(),
  temperature: z.string(),
  ownerId: z.string().nullable(),
  capturedAt: z.string(),
  nextFollowUpOn: z.string().nullable(),
  nextFollowUpAt: z.string().nullable(),
  bucket: z.enum(bucketSlugs).nullable(),
  overdueDays: z.int(),
  attempts: z.int(),
  stageSince: z.string(),
  lastContactAt: z.string().nullable(),
  lastNote: z.string().nullable(),
  possibleDuplicate: z.boolean(),
  /** The family asked again without saying for whom. */
  whichChild: z.boolean(),
  programme: z.string().nullable(),
  pincode: z.string().nullable(),
  slaDueAt: z.string().nullable(),
  firstAttemptAt: z.string().nullable(),
  lostReason: z.string().nullable(),
  reviveOn: z.string().nullable(),
  lastActivityAt: z.string(),
  /** It is the same child as another enquiry and stands under that one. */
  merged: z.boolean(),
  /** Nothing of who the family was is kept. */
  erased: z.boolean(),
  /** Columns that only some lists ask for. */
  asked: askedValues.optional(),
  can,
});
export type EnquiryRow = z.output<typeof enquiryRow>;

/** A child of the same household, or one that looks alike. */
export const knownEnquiry = z.object({
  ...enquiryWho,
  childDob: z.string().nullable(),
  sessionWish: z.string().nullable(),
  academicYearId: z.int(),
  spancoStatus: z.string(),
  stage: z.string(),
  nextFollowUpOn: z.string().nullable(),
});
export type KnownEnquiry = z.output<typeof knownEnquiry>;

export const enquiryFull = enquiryRow.extend({
  householdId: z.string(),
  childFirstName: z.string().nullable(),
  childLastName: z.string().nullable(),
  guardianRelation: z.string().nullable(),
  /** Whole for the owner and where nobody owns it; else masked until it is revealed (D21). */
  mobile: z.string().nullable(),
  email: z.string().nullable(),
  contactShown: z.boolean(),
  language: z.string(),
  preferredTime: z.string().nullable(),
  doNotCall: z.boolean(),
  sourceId: z.string(),
  sessionWish: z.string().nullable(),
  /** Who sent the family; a child with its class. */
  referrer: z.object({ kind: z.enum(referrerKinds), name: z.string() }).nullable(),
  cycle: z.int(),
  firstContactAt: z.string().nullable(),
  appointmentAt: z.string().nullable(),
  walkInAt: z.string().nullable(),
  counselledAt: z.string().nullable(),
  lostNote: z.string().nullable(),
  competitor: z.string().nullable(),
  closedAt: z.string().nullable(),
  admittedAt: z.string().nullable(),
  /** What a person may do from this stage. */
  actions: z.array(z.enum(userActions)),
  contacts: z.array(z.object({ kind: z.string(), value: z.string(), label: z.string(), bad: z.boolean() })),
  family: z.array(knownEnquiry),
  possibleDuplicates: z.array(knownEnquiry.extend({ candidateId: z.string(), reasons: z.array(z.string()) })),
  /** Children of this family who study here. */
  students: z.array(z.object({ familyId: z.string(), name: z.string(), children: z.array(z.string()) })),
  /** The stages it went through, oldest first, with the seconds spent in the one before. */
  stages: z.array(
    z.object({
      at: z.string(),
      by: z.string().nullable(),
      via: z.string(),
      action: z.string(),
      fromStage: z.string().nullable(),
      toStage: z.string(),
      toStatus: z.string(),
      seconds: z.number().nullable(),
      reason: z.string().nullable(),
      cycle: z.int(),
    }),
  ),
  reschedules: z.int(),
  forms: z.array(
    z.object({ kind: z.string(), number: z.string().nullable(), status: z.string(), live: z.boolean() }),
  ),
  mergedInto: z.object({ enquiryCode: z.string(), childName: z.string() }).nullable(),
  /** Enquiries that were joined with this one; each can be taken apart again for seven days. */
  merges: z.array(
    z.object({
      id: z.string(),
      enquiryCode: z.string(),
      at: z.string(),
      by: z.string().nullable(),
      undoUntil: z.string(),
      canUndo: z.boolean(),
    }),
  ),
  movedTo: z.object({ centre: z.string(), enquiryCode: z.string() }).nullable(),
  movedFrom: z.object({ centre: z.string(), enquiryCode: z.string() }).nullable(),
  erasedAt: z.string().nullable(),
  erasedWhy: z.string().nullable(),
  timeline: z.array(
    z.object({
      kind: z.enum(['stage', 'follow-up', 'touch', 'consent', 'contact']),
      at: z.string(),
      by: z.string().nullable(),
      what: z.string(),
      note: z.string().nullable(),
    }),
  ),
});
export type EnquiryFull = z.output<typeof enquiryFull>;
