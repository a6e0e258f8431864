import { can, command, nothing, query } from '@aangan/contract/endpoint.ts';
import {
  choice,
  date,
  daySchema,
  instantSchema,
  integer,
  longText,
  uuidSchema,
} from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { known } from '../day/day.contract.ts';
import { dayContent } from '../day/day-content.ts';
import { curriculumModules as m } from '../modules.ts';
import { dayReasons, deliveryStates, shiftReasons, skipReasons } from './delivery-states.ts';

const read = { module: [m.Curriculum, m.CurriculumReports], scope: 'centre' } as const;
const write = { module: m.Curriculum, scope: 'centre', write: true } as const;
const id = { id: uuidSchema };
const ofDay = { sectionId: uuidSchema, dayId: uuidSchema };
const oneOf = <T extends Readonly<Record<string, string>>>(options: T) =>
  z.enum(Object.keys(options) as [keyof T & string, ...(keyof T & string)[]], {
    error: 'Choose one of the list',
  });
const state = oneOf(deliveryStates);
const shown = z.string().nullable();
const note = (max: number) => z.string().trim().max(max, `At most ${max} characters`);

const figures = z.object({
  due: z.int(),
  done: z.int(),
  partly: z.int(),
  skipped: z.int(),
  unmarked: z.int(),
  excluded: z.int(),
  behind: z.int(),
  points: z.int(),
  adherenceBp: z.int().nullable(),
});

const shift = z.object({
  ...id,
  version: z.int(),
  fromPosition: z.int(),
  idleDays: z.int(),
  reason: oneOf(shiftReasons),
  note: shown,
  by: shown,
  at: instantSchema,
});

const blockMark = z.strictObject({
  ...id,
  state,
  /** Of a skipped block. */
  reason: oneOf(skipReasons).nullable().default(null),
});
export type BlockMark = z.output<typeof blockMark>;

const mark = z.object({
  state,
  reason: oneOf(dayReasons).nullable(),
  note: shown,
  blocks: z.array(z.object({ ...id, state, reason: shown })),
  deliveredOn: daySchema,
  by: shown,
});

const day = z.object({
  ...id,
  position: z.int(),
  weekNo: z.int(),
  dayNo: z.int(),
  date: daySchema.nullable(),
  /** Null while its week is not open; then `opensAt` says when it will be, where that is known. */
  content: dayContent.nullable(),
  known,
  opensAt: instantSchema.nullable(),
  mark: mark.nullable(),
  ownNote: z.string(),
  can,
});
export type TaughtDay = z.output<typeof day>;

const weekDay = z.object({
  position: z.int(),
  date: daySchema.nullable(),
  title: shown,
  state: state.nullable(),
});

const view = z.object({
  section: z.object({ ...id, label: z.string() }),
  today: daySchema,
  /** Plans of the class that the section does not follow yet. */
  startable: z.array(z.object({ ...id, title: z.string(), opensAt: instantSchema.nullable() })),
  plan: z
    .object({
      ...id,
      version: z.int(),
      planId: uuidSchema,
      title: z.string(),
      startsOn: daySchema,
      days: z.int(),
      shifts: z.array(shift),
      figures,
      day,
      week: z.array(weekDay),
    })
    .nullable(),
  can,
});
export type SectionView = z.output<typeof view>;
export type RunningPlan = NonNullable<SectionView['plan']>;

export const sectionPlanContract = {
  mine: query({
    ...read,
    name: 'section-plan.mine',
    summary: 'The sections a teacher acts for; none for who chooses from the list.',
    input: z.strictObject({}),
    output: z.object({
      sections: z.array(z.object({ ...id, label: z.string() })),
      /** Chooses from the list of sections. */
      all: z.boolean(),
    }),
  }),
  get: query({
    ...read,
    name: 'section-plan.get',
    summary: 'A section’s plan with the day of today, or of a position, its week, shifts and adherence.',
    input: z.strictObject({ sectionId: uuidSchema, position: z.int().min(1).max(9999).optional() }),
    output: view,
  }),
  days: query({
    ...read,
    name: 'section-plan.days',
    summary: 'The days of a section’s plan that were due, with what was taught.',
    input: z.strictObject({ sectionId: uuidSchema }),
    output: z.object({
      days: z.array(
        z.object({ ...weekDay.shape, dayId: uuidSchema, reason: oneOf(dayReasons).nullable(), note: shown }),
      ),
    }),
  }),
  sums: query({
    ...read,
    needsYear: true,
    mayLag: true,
    name: 'section-plan.sums',
    summary: 'Adherence of all sections in reach together.',
    input: z.strictObject({}),
    output: figures.extend({ sections: z.int() }),
  }),
  start: command({
    ...write,
    idempotent: true,
    name: 'section-plan.start',
    summary: 'Let a section follow a plan from a day on.',
    input: { sectionId: uuidSchema, planId: uuidSchema },
    fields: { startsOn: date({ label: 'First day' }) },
    output: z.object(id),
  }),
  end: command({
    ...write,
    versioned: true,
    name: 'section-plan.end',
    summary: 'Let a section follow its plan no longer; what was taught stays.',
    input: z.strictObject(id),
    output: nothing,
  }),
  shift: command({
    ...write,
    idempotent: true,
    name: 'section-plan.shift',
    summary: 'Move a section’s plan on by idle days from a position on.',
    input: id,
    fields: {
      fromPosition: integer({ label: 'From position', min: 1, max: 312 }),
      idleDays: integer({ label: 'Days', min: 1, max: 20 }),
      reason: choice({ label: 'Reason', options: shiftReasons }),
      note: longText({ label: 'Note', max: 300, optional: true }),
    },
    output: z.object(id),
  }),
  unshift: command({
    ...write,
    versioned: true,
    name: 'section-plan.unshift',
    summary: 'Take a shift back: later days return to their dates.',
    input: z.strictObject(id),
    output: nothing,
  }),
};

export const deliveryContract = {
  save: command({
    ...write,
    idempotent: true,
    // A teacher marks at the mat, where the network may not reach.
    offline: true,
    name: 'delivery.save',
    summary: 'Say what of a day’s blocks was taught.',
    input: z.strictObject({ ...ofDay, blocks: z.array(blockMark).min(1).max(30) }),
    output: z.object({ state }),
  }),
  skip: command({
    ...write,
    idempotent: true,
    name: 'delivery.skip',
    summary: 'Say that a whole day was not taught, and why.',
    input: ofDay,
    fields: {
      reason: choice({ label: 'Reason', options: dayReasons }),
      note: longText({ label: 'Note', max: 500, optional: true }),
    },
    output: nothing,
  }),
};

export const dayNoteContract = {
  save: command({
    ...write,
    idempotent: true,
    name: 'day-note.save',
    summary: 'Keep the section’s own note on a day; an empty one is taken away.',
    input: z.strictObject({ ...ofDay, text: note(1000) }),
    output: nothing,
  }),
};
