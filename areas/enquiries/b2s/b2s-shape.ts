// What a season, its report, its members and its files look like.
import { daySchema, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { stages } from '../enquiry/enquiry.states.ts';
import { lineSchema, nameSchema } from '../enquiry/enquiry-fields.ts';
import { flagValue, severalOf, wholeValue } from '../enquiry/filter-values.ts';
import { cohortNames, outcomeNames } from './b2s-outcome.ts';

const curve = z
  .array(z.strictObject({ on: daySchema, bp: z.int().min(0).max(10_000) }))
  .min(1, 'Add a point')
  .max(40, 'At most 40 points');

export const seasonFields = {
  title: nameSchema(80),
  academicYearId: z.int().min(2000).max(2100),
  fromOn: daySchema,
  toOn: daySchema,
  firstSchoolDay: daySchema,
  cohorts: z.array(z.enum(cohortNames)).min(1, 'Choose at least one').max(3),
  ageOn: daySchema,
  committedFrom: z.array(z.enum(stages)).min(1, 'Choose at least one').max(stages.length),
  curve,
  excludedReasons: z.array(uuidSchema).max(50).default([]),
  offerNote: lineSchema(200).nullable().optional(),
};

export const season = z.object({
  id: z.string(),
  version: z.int(),
  title: z.string(),
  academicYearId: z.int(),
  academicYear: z.string(),
  fromOn: z.string(),
  toOn: z.string(),
  firstSchoolDay: z.string(),
  cohorts: z.array(z.enum(cohortNames)),
  ageOn: z.string(),
  committedFrom: z.array(z.string()),
  curve: z.array(z.object({ on: z.string(), bp: z.int() })),
  excludedReasons: z.array(z.string()),
  offerNote: z.string().nullable(),
  state: z.enum(['DRAFT', 'ACTIVE', 'CLOSED']),
  refreshedAt: z.string().nullable(),
});
export type Season = z.output<typeof season>;

/** Filters of the report; a number and the members behind it have the same. */
export const memberFilters = {
  kind: severalOf(z.enum(cohortNames)),
  outcome: severalOf(z.enum(outcomeNames)),
  classId: severalOf(wholeValue),
  centre: severalOf(wholeValue),
  zoneId: wholeValue.optional(),
  lostReason: severalOf(uuidSchema),
  /** Next follow-up up to the end of this week, not achieved, not lost. */
  dueThisWeek: flagValue.optional(),
};
export const boardFilters = {
  kind: memberFilters.kind,
  classId: memberFilters.classId,
  centre: memberFilters.centre,
  zoneId: memberFilters.zoneId,
};

export const memberRow = z.object({
  id: z.string(),
  franchiseeId: z.int(),
  childName: z.string(),
  kind: z.enum(cohortNames),
  className: z.string().nullable(),
  outcome: z.enum(outcomeNames),
  outcomeOn: z.string(),
  ownerName: z.string().nullable(),
  nextFollowUpOn: z.string().nullable(),
  enquiryCode: z.string().nullable(),
  lostReason: z.string().nullable(),
});

const pace = z.object({ expected: z.int(), gap: z.int(), days: z.int() }).nullable();
const byOutcome = z.record(z.enum(outcomeNames), z.int());

export const board = z.object({
  season,
  target: z.int(),
  achieved: z.int(),
  members: z.int(),
  pace,
  outcomes: byOutcome,
  /** A point a week: what the curve asks for, what was achieved, what last year's season had achieved. */
  line: z.array(
    z.object({
      on: z.string(),
      expected: z.int().nullable(),
      achieved: z.int().nullable(),
      lastYear: z.int().nullable(),
    }),
  ),
  cohorts: z.array(z.object({ kind: z.enum(cohortNames), n: z.int(), outcomes: byOutcome })),
  classes: z.array(
    z.object({
      id: z.int().nullable(),
      name: z.string(),
      target: z.int().nullable(),
      committed: z.int(),
      confirmed: z.int(),
      joined: z.int(),
      members: z.int(),
      /** Achieved minus target. */
      gap: z.int().nullable(),
      seatsLeft: z.int().nullable(),
    }),
  ),
  centres: z.array(
    z.object({
      id: z.int(),
      label: z.string(),
      target: z.int(),
      achieved: z.int(),
      members: z.int(),
      pace,
    }),
  ),
  lostReasons: z.array(z.object({ key: z.string(), label: z.string(), n: z.int() })),
  dueThisWeek: z.int(),
  asOf: z.string().nullable(),
});
export type B2sBoard = z.output<typeof board>;

export const fileKinds = {
  members: 'Members',
  centres: 'Centre summary',
  calls: 'Calling list',
  changes: 'Outcome changes',
} as const;
export type FileKind = keyof typeof fileKinds;
export const fileKindNames = Object.keys(fileKinds) as [FileKind, ...FileKind[]];

export const file = z.object({
  id: z.string(),
  kind: z.enum(fileKindNames),
  title: z.string(),
  filters: z.string(),
  format: z.enum(['csv', 'xlsx']),
  rows: z.int(),
  bytes: z.int().nullable(),
  state: z.enum(['QUEUED', 'RUNNING', 'READY', 'FAILED', 'CANCELLED', 'EXPIRED']),
  error: z.string().nullable(),
  at: z.string(),
  expiresOn: z.string(),
});

export const target = z.strictObject({
  franchiseeId: z.int().min(1).max(2_147_483_647),
  classId: z.int().min(1).max(2_147_483_647),
  seats: z.int('Whole seats').min(0).max(2000, 'At most 2,000'),
});
