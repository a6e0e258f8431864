import { can, command, nothing, pageOf, paging, query } from '@aangan/contract/endpoint.ts';
import { choices, daySchema, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { languages, lineSchema } from '../enquiry/enquiry-fields.ts';
import { languageNames } from '../enquiry/language-names.ts';
import { enquiryModules } from '../modules.ts';
import { MOST_ASSIGNED, type Why, whys } from './allocation-words.ts';

const base = { module: enquiryModules.leadAllocation, scope: 'centre' } as const;
/** What is done with the people of a centre. */
const people = {
  ...base,
  module: [enquiryModules.leadAllocation, enquiryModules.enquirySettings],
} as const;
const change = { ...base, write: true } as const;
const why = z.enum(Object.keys(whys) as [Why, ...Why[]]);
const ids = z
  .array(uuidSchema)
  .min(1, 'Choose at least one')
  .max(MOST_ASSIGNED, `At most ${MOST_ASSIGNED} at once`);
const days = z.strictObject({ from: daySchema.optional(), to: daySchema.optional() });
const someone = z.object({ id: z.string(), name: z.string() });

const queueRow = z.object({
  id: z.string(),
  franchiseeId: z.int(),
  enquiryCode: z.string(),
  childName: z.string(),
  className: z.string().nullable(),
  guardianName: z.string(),
  pincode: z.string().nullable(),
  sourceName: z.string(),
  campaign: z.string().nullable(),
  capturedAt: z.string(),
  slaDueAt: z.string().nullable(),
  /** Why nobody has it now. */
  reason: z.string(),
  /** Whom the rules would give it to now, or who has the fewest. */
  suggested: someone.nullable(),
  can,
});
export type QueueRow = z.output<typeof queueRow>;

const person = z.object({
  id: z.string(),
  name: z.string(),
  open: z.int(),
  maxOpen: z.int().nullable(),
  today: z.int(),
  quota: z.int().nullable(),
  /** Last day of an absence that runs today. */
  leaveUntil: z.string().nullable(),
  coverName: z.string().nullable(),
  lastLeadAt: z.string().nullable(),
  rules: z.array(z.string()),
  /** Languages they can call families in, as far as they are written down. */
  languages: z.array(z.enum(languages)),
  /** Calls due today and earlier. */
  due: z.int(),
  /** Why a lead should not go there now; null when nothing speaks against it. */
  against: z.string().nullable(),
});
export type RosterPerson = z.output<typeof person>;

const logRow = z.object({
  id: z.string(),
  at: z.string(),
  franchiseeId: z.int(),
  enquiryCode: z.string(),
  childName: z.string(),
  fromName: z.string().nullable(),
  toName: z.string().nullable(),
  why,
  ruleName: z.string().nullable(),
  byName: z.string().nullable(),
  note: z.string().nullable(),
  /** Those who were passed over, with the reason. */
  skipped: z.array(z.string()),
});
export type LogRow = z.output<typeof logRow>;

const coverRow = z.object({
  id: z.string(),
  version: z.int(),
  franchiseeId: z.int(),
  userName: z.string(),
  coverName: z.string(),
  fromOn: z.string(),
  toOn: z.string(),
  /** Calls of the absent person due on the first day and earlier. */
  due: z.int(),
  can,
});
export type CoverRow = z.output<typeof coverRow>;

export const leadAllocationContract = {
  summary: query({
    ...base,
    name: 'lead-allocation.summary',
    summary: 'How many enquiries have no owner, since when, and from where.',
    input: nothing,
    output: z.object({
      unallocated: z.int(),
      oldestAt: z.string().nullable(),
      late: z.int(),
      bySource: z.array(z.object({ sourceId: z.string(), name: z.string(), n: z.int() })),
    }),
  }),
  queue: query({
    ...base,
    name: 'lead-allocation.queue',
    summary: 'Open enquiries without an owner, longest waiting first.',
    input: z.strictObject({
      franchiseeId: z.int().min(1).optional(),
      sourceId: z.union([uuidSchema, z.array(uuidSchema).max(20)]).optional(),
      classId: z.int().min(1).max(2147483647).optional(),
      capturedOn: days.optional(),
      ...paging,
    }),
    output: pageOf(queueRow),
  }),
  roster: query({
    ...base,
    name: 'lead-allocation.roster',
    summary: 'Who may own enquiries of the centre, with load, quota, leave and cover. Lightest load first.',
    input: z.strictObject({ franchiseeId: z.int().min(1).max(2147483647).optional() }),
    output: z.object({ franchiseeId: z.int(), rows: z.array(person) }),
  }),
  log: query({
    ...base,
    name: 'lead-allocation.log',
    summary: 'Who got which enquiry, from whom and why. Newest first.',
    input: z.strictObject({
      why: z.union([why, z.array(why).max(10)]).optional(),
      toOwner: uuidSchema.optional(),
      at: days.optional(),
      ...paging,
    }),
    output: pageOf(logRow),
  }),
  why: query({
    ...base,
    module: [enquiryModules.enquiry, enquiryModules.followup, enquiryModules.leadAllocation],
    name: 'lead-allocation.why',
    summary: 'Every decision on the owner of one enquiry, with who was passed over and why.',
    input: z.strictObject({ enquiryId: uuidSchema }),
    output: z.object({ rows: z.array(logRow) }),
  }),
  assign: command({
    ...change,
    name: 'lead-allocation.assign',
    summary: 'Give enquiries of one centre to a person. Somebody who should not get them needs a reason.',
    input: z.strictObject({ ids, userId: uuidSchema, reason: lineSchema(200).nullable().optional() }),
    output: z.object({ assigned: z.int(), skipped: z.int() }),
  }),
  runRules: command({
    ...change,
    name: 'lead-allocation.run-rules',
    summary:
      'Run the rules again over enquiries without an owner: those chosen, all of the chosen centre, or of every centre.',
    input: z.strictObject({ ids: ids.optional() }),
    output: z.object({
      given: z.int(),
      waiting: z.int(),
      /** Where the rules were asked. */
      centres: z.int(),
      reason: z.string().nullable(),
      /** What `undoRun` takes back; one for each centre where somebody got some. */
      batchIds: z.array(z.string()),
    }),
  }),
  undoRun: command({
    ...change,
    name: 'lead-allocation.undo-run',
    summary: 'Take back what a run of the rules gave, within 24 hours; enquiries that moved on since stay.',
    input: z.strictObject({ batchIds: z.array(uuidSchema).min(1).max(500) }),
    output: z.object({ undone: z.int(), kept: z.int() }),
  }),
  covers: query({
    ...people,
    name: 'lead-allocation.covers',
    summary: 'Who stands in for whom, and when. Newest first.',
    input: z.strictObject({ past: z.boolean().default(false), ...paging }),
    output: pageOf(coverRow),
  }),
  cover: command({
    ...people,
    write: true,
    needsCentre: true,
    name: 'lead-allocation.cover',
    summary:
      "Show a person's calls of some days in another person's queue; owners stay. New leads pass the absent person by.",
    input: z.strictObject({ userId: uuidSchema, coverId: uuidSchema, fromOn: daySchema, toOn: daySchema }),
    output: z.object({ id: z.string(), due: z.int() }),
  }),
  saveLanguages: command({
    ...people,
    write: true,
    needsCentre: true,
    name: 'lead-allocation.save-languages',
    summary:
      'Write down which languages a person speaks: families of those languages are handed over to them.',
    input: { userId: uuidSchema },
    fields: {
      languages: choices({
        label: 'Speaks',
        options: languageNames,
        help: 'Families of these languages are handed over after the outcome Language',
      }),
    },
    output: z.object({ userId: z.string() }),
  }),
  endCover: command({
    ...people,
    write: true,
    versioned: true,
    name: 'lead-allocation.end-cover',
    summary: 'End a cover: one that has not begun goes, one that runs ends yesterday.',
    input: z.strictObject({ id: uuidSchema }),
    output: z.object({ id: z.string() }),
  }),
};
