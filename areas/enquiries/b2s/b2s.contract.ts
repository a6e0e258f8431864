import { command, nothing, pageOf, paging, query } from '@aangan/contract/endpoint.ts';
import { daySchema, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { stages } from '../enquiry/enquiry.states.ts';
import { lineSchema, nameSchema } from '../enquiry/enquiry-fields.ts';
import { flagValue, severalOf, wholeValue } from '../enquiry/filter-values.ts';
import { enquiryModules } from '../modules.ts';
import { cohortNames, outcomeNames } from './b2s-outcome.ts';

const report = { module: enquiryModules.B2SReport, scope: 'centre' } as const;
const settings = { module: enquiryModules.b2sConfiguration, scope: 'network' } as const;
const seasonId = uuidSchema;

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

const season = z.object({
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
const boardFilters = {
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
const fileKindNames = Object.keys(fileKinds) as [FileKind, ...FileKind[]];

const file = z.object({
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

const target = z.strictObject({
  franchiseeId: z.int().min(1),
  classId: z.int().min(1),
  seats: z.int('Whole seats').min(0).max(2000, 'At most 2,000'),
});

export const b2sContract = {
  seasons: query({
    ...report,
    name: 'b2s.seasons',
    summary: 'The Back-to-School seasons, the active one first.',
    input: nothing,
    output: z.object({ rows: z.array(season) }),
  }),
  dashboard: command({
    ...report,
    write: false,
    name: 'b2s.dashboard',
    summary: 'How full each centre is against its pace.',
    input: z.strictObject({ seasonId, ...boardFilters }),
    output: board,
  }),
  members: command({
    ...report,
    write: false,
    name: 'b2s.members',
    summary: 'Children of a season, latest outcome first.',
    logRead: { subject: 'b2s-member', purpose: 'enquiry handling' },
    input: z.strictObject({ seasonId, ...memberFilters, ...paging }),
    output: pageOf(memberRow),
  }),
  prepareFile: command({
    ...report,
    write: false,
    name: 'b2s.prepare-file',
    summary: 'Prepare a file of the season in the background.',
    input: z.strictObject({
      seasonId,
      file: z.enum(fileKindNames),
      format: z.enum(['csv', 'xlsx']).default('xlsx'),
      ...memberFilters,
    }),
    output: z.object({ jobId: z.string() }),
  }),
  files: query({
    ...report,
    name: 'b2s.files',
    summary: 'The files you have prepared.',
    input: nothing,
    output: z.object({ rows: z.array(file) }),
  }),
  rerunFile: command({
    ...report,
    write: false,
    name: 'b2s.rerun-file',
    summary: 'Prepare a file again with the same filters.',
    input: z.strictObject({ id: uuidSchema }),
    output: z.object({ jobId: z.string() }),
  }),
  configuration: query({
    ...settings,
    name: 'b2s.configuration',
    summary: 'Seasons with their targets and the choices of the editor.',
    input: z.strictObject({ seasonId: seasonId.optional() }),
    output: z.object({
      seasons: z.array(season),
      years: z.array(z.object({ id: z.int(), label: z.string() })),
      classes: z.array(z.object({ id: z.int(), name: z.string() })),
      lostReasons: z.array(z.object({ id: z.string(), name: z.string() })),
      centres: z.array(z.object({ id: z.int(), label: z.string() })),
      targets: z.array(target),
      /** Licensed seats of the season's year, as a hint. */
      seats: z.array(target),
      /** Targets of the season before. */
      lastYear: z.array(target),
    }),
  }),
  rehearse: command({
    ...settings,
    write: false,
    name: 'b2s.rehearse',
    summary: 'Who would be members of a season with these settings.',
    input: z.strictObject({
      academicYearId: seasonFields.academicYearId,
      fromOn: daySchema,
      toOn: daySchema,
      cohorts: seasonFields.cohorts,
      ageOn: daySchema,
      excludedReasons: seasonFields.excludedReasons,
    }),
    output: z.object({
      total: z.record(z.enum(cohortNames), z.int()),
      centres: z.array(
        z.object({ id: z.int(), label: z.string(), counts: z.record(z.enum(cohortNames), z.int()) }),
      ),
    }),
  }),
  forecast: query({
    ...settings,
    name: 'b2s.forecast',
    summary:
      'Which centres will miss their target with a moved curve or changed targets, and the visits it takes.',
    input: z.strictObject({
      seasonId,
      shiftDays: z.int().min(-60).max(60).default(0),
      targetBp: z.int().min(5000).max(20_000).default(10_000),
    }),
    output: z.object({
      day: z.string(),
      /** False: there was no season before, so the curve says what is still to come. */
      byLastYear: z.boolean(),
      rows: z.array(
        z.object({
          id: z.int(),
          label: z.string(),
          target: z.int(),
          achieved: z.int(),
          expected: z.int(),
          projected: z.int(),
          miss: z.int(),
          rateBp: z.int().nullable(),
          visits: z.int().nullable(),
        }),
      ),
    }),
  }),
  configure: command({
    ...settings,
    write: true,
    idempotent: true,
    name: 'b2s.configure',
    summary: 'Save a season: a new one, or one that is not closed.',
    input: z.strictObject({ id: seasonId.optional(), version: z.int().optional(), ...seasonFields }),
    output: z.object({ id: z.string(), version: z.int() }),
  }),
  saveTargets: command({
    ...settings,
    write: true,
    name: 'b2s.save-targets',
    summary: 'Set the seats to fill by centre and class; 0 takes a target away.',
    input: z.strictObject({ seasonId, targets: z.array(target).min(1).max(20_000) }),
    output: z.object({ saved: z.int() }),
  }),
  activate: command({
    ...settings,
    write: true,
    versioned: true,
    name: 'b2s.activate',
    summary: 'Open a season: its members are gathered.',
    input: z.strictObject({ id: seasonId }),
    output: z.object({ id: z.string(), version: z.int() }),
  }),
  close: command({
    ...settings,
    write: true,
    versioned: true,
    name: 'b2s.close',
    summary: 'Close a season: its figures stay as they are.',
    input: z.strictObject({ id: seasonId }),
    output: z.object({ id: z.string(), version: z.int() }),
  }),
};
