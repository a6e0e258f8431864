import { command, nothing, query } from '@aangan/contract/endpoint.ts';
import {
  choice,
  dateTime,
  instantSchema,
  integer,
  longText,
  reference,
  references,
  text,
  uuidSchema,
} from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { curriculumModules as m } from '../modules.ts';
import { audiences } from './plan.states.ts';

const read = { module: m.curriculumCMS, scope: 'network' } as const;
const write = { ...read, write: true } as const;
const decides = { module: m.CurriculumApproval, scope: 'network', write: true } as const;
const id = { id: uuidSchema };
const status = z.enum(['DRAFT', 'IN_REVIEW', 'APPROVED', 'PUBLISHED', 'ARCHIVED']);
const named = z.object({ ...id, name: z.string() });

const plan = z.object({
  ...id,
  version: z.int(),
  title: z.string(),
  folderId: uuidSchema,
  folder: z.string(),
  classGroupId: uuidSchema,
  classGroup: z.string(),
  academicYearId: z.int(),
  year: z.string(),
  weeks: z.int(),
  daysPerWeek: z.int(),
  days: z.int(),
  ready: z.int(),
  /** Days with a change that is not published. */
  changed: z.int(),
  /** Those that wait for their review. */
  pending: z.int(),
  status,
  submitter: z.string().nullable(),
  returnNote: z.string().nullable(),
  updatedAt: instantSchema,
  can: z.record(z.string(), z.boolean()),
});
export type Plan = z.output<typeof plan>;

const window = z.object({
  ...id,
  version: z.int(),
  audience: z.enum(['STAFF', 'FAMILY']),
  fromWeek: z.int(),
  toWeek: z.int(),
  /** Names of zones or centres; none: all centres. */
  places: z.array(z.string()),
  opensAt: instantSchema,
  closesAt: instantSchema.nullable(),
  state: z.enum(['PLANNED', 'OPEN', 'CLOSED', 'REVOKED']),
});
export type PublishWindow = z.output<typeof window>;

const mapDay = z.object({
  ...id,
  position: z.int(),
  title: z.string().nullable(),
  look: z.enum(['READY', 'CHANGED', 'PENDING', 'DRAFT', 'EMPTY']),
});
export type MapDay = z.output<typeof mapDay>;
const mapWeek = z.object({
  ...id,
  weekNo: z.int(),
  title: z.string().nullable(),
  theme: z.string().nullable(),
  summary: z.string().nullable(),
  days: z.array(mapDay),
});
export type MapWeek = z.output<typeof mapWeek>;

const title = text({ label: 'Title', max: 80 });
const weeks = integer({ label: 'Weeks', min: 1, max: 52 });
const step = (name: string, summary: string, gate: typeof write | typeof decides) =>
  command({
    ...gate,
    versioned: true,
    name: `curriculum-plan.${name}`,
    summary,
    input: z.strictObject(id),
    output: nothing,
  });

export const planContract = {
  page: query({
    ...read,
    name: 'curriculum-plan.page',
    summary: 'A numbered page of plans; beyond the end the last one.',
    input: z.strictObject({
      page: z.int().min(1).max(200).default(1),
      q: z.string().trim().max(100).optional(),
      status: status.optional(),
      yearId: z.int().optional(),
      folderId: uuidSchema.optional(),
    }),
    output: z.object({
      rows: z.array(plan),
      page: z.int(),
      pages: z.int(),
      total: z.int(),
      years: z.array(z.object({ id: z.int(), name: z.string() })),
      folders: z.array(named),
      can: z.object({ create: z.boolean() }),
    }),
  }),
  board: query({
    ...read,
    needsYear: true,
    name: 'curriculum-plan.board',
    summary: 'Plans of the chosen year by their state.',
    input: nothing,
    output: z.object({
      plans: z.array(plan),
      folders: z.array(named),
      can: z.object({ create: z.boolean() }),
    }),
  }),
  map: query({
    ...read,
    name: 'curriculum-plan.map',
    summary: 'One plan: its weeks and days, and how far each is.',
    input: z.strictObject(id),
    output: z.object({ plan, weeks: z.array(mapWeek), windows: z.array(window) }),
  }),
  open: query({
    module: m.Curriculum,
    scope: 'centre',
    name: 'curriculum-plan.open',
    summary: 'Published plans of the own sections with the weeks that are open now.',
    input: z.strictObject({ id: uuidSchema.optional() }),
    output: z.object({
      plans: z.array(
        z.object({
          ...id,
          title: z.string(),
          classGroup: z.string(),
          weeks: z.array(
            z.object({ ...id, weekNo: z.int(), title: z.string().nullable(), dayId: uuidSchema }),
          ),
        }),
      ),
    }),
  }),
  create: command({
    ...write,
    idempotent: true,
    needsYear: true,
    name: 'curriculum-plan.create',
    summary: 'Make an empty plan of weeks and days for the chosen year.',
    fields: {
      folderId: reference('curriculum-folder', { label: 'Folder' }),
      title,
      weeks,
      daysPerWeek: integer({ label: 'Days a week', min: 1, max: 6 }),
    },
    output: z.object(id),
  }),
  copyYear: command({
    ...write,
    idempotent: true,
    needsYear: true,
    name: 'curriculum-plan.copy-year',
    summary: 'Copy a plan with all its days into the chosen year.',
    input: id,
    fields: { title },
    output: z.object(id),
  }),
  resize: command({
    ...write,
    versioned: true,
    name: 'curriculum-plan.resize',
    summary: 'Rename a plan, or change its number of weeks; weeks with content are not taken away.',
    input: id,
    fields: { title, weeks },
    output: nothing,
  }),
  submit: step('submit', 'Hand a plan in for review; every day must be ready.', write),
  sendBack: command({
    ...decides,
    versioned: true,
    name: 'curriculum-plan.return',
    summary: 'Return a plan to its author with a note.',
    input: id,
    fields: { note: longText({ label: 'What is to change', max: 500 }) },
    output: nothing,
  }),
  approve: step(
    'approve',
    'Approve a plan somebody else handed in: its days become the first revision.',
    decides,
  ),
  publish: step('publish', 'Publish an approved plan: staff see the weeks whose window is open.', decides),
  unpublish: step('unpublish', 'Take a plan back from its readers while nothing of it was taught.', decides),
  archive: command({
    ...decides,
    versioned: true,
    name: 'curriculum-plan.archive',
    summary: 'Archive a plan of a past year, or one that another plan replaces.',
    input: id,
    fields: { reason: longText({ label: 'Reason', max: 500 }) },
    output: nothing,
  }),
  restore: step('restore', 'Publish an archived plan of a year that is not over again.', decides),
};

export const windowContract = {
  open: command({
    ...decides,
    idempotent: true,
    name: 'publish-window.open',
    summary: 'Open weeks of a plan to staff or families, everywhere or at zones or centres.',
    input: { planId: uuidSchema },
    fields: {
      audience: choice({ label: 'For', options: audiences }),
      fromWeek: integer({ label: 'From week', min: 1, max: 52 }),
      toWeek: integer({ label: 'To week', min: 1, max: 52 }),
      zoneIds: references('zone', {
        label: 'Zones',
        most: 50,
        integerKey: true,
        optional: true,
        help: 'Neither zones nor centres: everywhere',
      }),
      centreIds: references('franchisee', { label: 'Centres', most: 200, integerKey: true, optional: true }),
      opensAt: dateTime({ label: 'Opens' }),
      closesAt: dateTime({ label: 'Closes', optional: true }),
    },
    output: z.object(id),
  }),
  revoke: command({
    ...decides,
    versioned: true,
    name: 'publish-window.revoke',
    summary: 'Close a window by hand at once.',
    input: z.strictObject(id),
    output: nothing,
  }),
};
