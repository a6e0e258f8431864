import { command, nothing, pageOf, paging, query } from '@aangan/contract/endpoint.ts';
import { daySchema, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { enquiryModules } from '../modules.ts';
import { cohortNames } from './b2s-outcome.ts';
import {
  board,
  boardFilters,
  file,
  fileKindNames,
  memberFilters,
  memberRow,
  season,
  seasonFields,
  target,
} from './b2s-shape.ts';

const report = { module: enquiryModules.B2SReport, scope: 'centre' } as const;
const settings = { module: enquiryModules.b2sConfiguration, scope: 'network' } as const;
const change = { ...settings, write: true } as const;
const seasonId = uuidSchema;

export const b2sContract = {
  seasons: query({
    ...report,
    name: 'b2s.seasons',
    summary: 'The Back-to-School seasons, the active one first.',
    input: nothing,
    output: z.object({ rows: z.array(season) }),
  }),
  dashboard: query({
    ...report,
    inBody: true,
    name: 'b2s.dashboard',
    summary: 'How full each centre is against its pace.',
    input: z.strictObject({ seasonId, ...boardFilters }),
    output: board,
  }),
  members: query({
    ...report,
    inBody: true,
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
    ...change,
    idempotent: true,
    name: 'b2s.configure',
    summary: 'Save a season: a new one, or one that is not closed.',
    input: z.strictObject({ id: seasonId.optional(), version: z.int().optional(), ...seasonFields }),
    output: z.object({ id: z.string(), version: z.int() }),
  }),
  saveTargets: command({
    ...change,
    name: 'b2s.save-targets',
    summary: 'Set the seats to fill by centre and class; 0 takes a target away.',
    input: z.strictObject({ seasonId, targets: z.array(target).min(1).max(20_000) }),
    output: z.object({ saved: z.int() }),
  }),
  activate: command({
    ...change,
    versioned: true,
    name: 'b2s.activate',
    summary: 'Open a season: its members are gathered.',
    input: z.strictObject({ id: seasonId }),
    output: z.object({ id: z.string(), version: z.int() }),
  }),
  close: command({
    ...change,
    versioned: true,
    name: 'b2s.close',
    summary: 'Close a season: its figures stay as they are.',
    input: z.strictObject({ id: seasonId }),
    output: z.object({ id: z.string(), version: z.int() }),
  }),
};
