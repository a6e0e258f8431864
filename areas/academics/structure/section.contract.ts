import { can, command, nothing, query } from '@aangan/contract/endpoint.ts';
import {
  choice,
  date,
  daySchema,
  integer,
  integerReference,
  reference,
  text,
  time,
  uuidSchema,
} from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { academicsModules as m } from '../modules.ts';

const read = { module: m.class, scope: 'centre' } as const;
const change = { ...read, write: true, needsCentre: true } as const;

export const daySessions = { MORNING: 'Morning', AFTERNOON: 'Afternoon', FULL_DAY: 'Full day' } as const;
export const teacherParts = {
  CLASS_TEACHER: 'Class teacher',
  ASSISTANT: 'Assistant',
  SUBJECT: 'Subject teacher',
} as const;
const sessions = z.enum(['MORNING', 'AFTERNOON', 'FULL_DAY']);
const parts = z.enum(['CLASS_TEACHER', 'ASSISTANT', 'SUBJECT']);

const teacher = z.object({
  id: uuidSchema,
  staffId: uuidSchema,
  name: z.string(),
  part: parts,
  subject: z.string().nullable(),
  fromOn: daySchema,
  toOn: daySchema.nullable(),
});

const sectionRow = z.object({
  id: uuidSchema,
  franchiseeId: z.int(),
  centre: z.string(),
  classId: z.int(),
  className: z.string(),
  name: z.string(),
  daySession: sessions,
  startsAt: z.string(),
  endsAt: z.string(),
  room: z.string().nullable(),
  capacity: z.int(),
  /** Children with a place today or later. */
  placed: z.int(),
  active: z.boolean(),
  /** Of today; null when nobody began it. */
  register: z.enum(['OPEN', 'SUBMITTED', 'CANCELLED']).nullable(),
  teachers: z.array(teacher),
  version: z.int(),
  can,
});
export type SectionRow = z.output<typeof sectionRow>;

export const sectionContract = {
  board: query({
    ...read,
    name: 'section.board',
    summary: 'The sections of the chosen year with their teachers, capacity and children.',
    needsYear: true,
    input: z.strictObject({}),
    output: z.object({ rows: z.array(sectionRow), can }),
  }),
  forForm: query({
    ...read,
    name: 'section.form',
    summary: 'One section with its teachers, and who may teach it.',
    input: z.strictObject({ id: uuidSchema }),
    output: z.object({
      section: sectionRow,
      staff: z.array(z.object({ id: uuidSchema, name: z.string() })),
    }),
  }),
  save: command({
    ...change,
    name: 'section.save',
    summary: 'Add a section to the chosen year, or change one; never below the children it has.',
    needsYear: true,
    idempotent: true,
    /** The section to change and the version it was read at; null adds one. */
    input: { id: uuidSchema.nullable(), version: z.int().nullable() },
    fields: {
      classId: integerReference('class', { label: 'Class' }),
      name: text({ label: 'Name', max: 20 }),
      daySession: choice({ label: 'Session', options: daySessions }),
      startsAt: time({ label: 'Starts at' }),
      endsAt: time({ label: 'Ends at' }),
      room: text({ label: 'Room', max: 40, optional: true }),
      capacity: integer({ label: 'Capacity', min: 1, max: 60 }),
    },
    output: z.object({ id: uuidSchema }),
  }),
  setTeacher: command({
    ...change,
    name: 'section.set-teacher',
    summary: 'Give a section a teacher from a day on; the class teacher before ends the day before.',
    idempotent: true,
    input: { sectionId: uuidSchema },
    fields: {
      // Drawn as a choice of `section.form`'s staff: only who may teach is offered.
      staffId: { ...text({ label: 'Teacher', max: 36 }), schema: uuidSchema },
      part: choice({ label: 'Part', options: teacherParts }),
      subjectId: reference('subject', { label: 'Subject', optional: true }),
      fromOn: date({ label: 'From' }),
      toOn: date({ label: 'Until', optional: true }),
    },
    output: nothing,
  }),
  endTeacher: command({
    ...change,
    name: 'section.end-teacher',
    summary: 'Set the last day of a teacher in a section.',
    input: { id: uuidSchema },
    fields: { toOn: date({ label: 'Last day' }) },
    output: nothing,
  }),
  close: command({
    ...change,
    name: 'section.close',
    summary: 'Close a section that no child has a place in.',
    versioned: true,
    input: z.strictObject({ id: uuidSchema }),
    output: nothing,
  }),
  copyYear: command({
    ...change,
    name: 'section.copy-year',
    summary: 'Copy last year’s sections into the chosen year; those that are there already stay.',
    needsYear: true,
    input: z.strictObject({}),
    output: z.object({ added: z.int(), kept: z.int() }),
  }),
};
