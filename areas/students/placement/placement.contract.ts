import { command, query } from '@aangan/contract/endpoint.ts';
import { date, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { studentModules } from '../modules.ts';

const read = { module: studentModules.student, scope: 'centre', needsYear: true } as const;
const change = { module: studentModules.student, write: true, scope: 'centre' } as const;

/** A centre other than the chosen one, for those who span several. */
const centre = { franchiseeId: z.coerce.number<number | string>().int().positive().optional() };
const classId = z.coerce.number<number | string>().int().positive();

/** At most so many children are placed at once (areas/students.md 3.4). */
export const PLACED_AT_ONCE = 60;

const rosterChild = z.object({
  studentAdmissionId: uuidSchema,
  studentId: uuidSchema,
  name: z.string(),
  callName: z.string().nullable(),
  admissionNo: z.string(),
  rollNo: z.int().nullable(),
  gender: z.string(),
  dateOfBirth: z.string(),
  photoUrl: z.string().nullable(),
  hasAllergy: z.boolean(),
  status: z.string(),
  joinedOn: z.string(),
  daySession: z.string(),
});

const section = z.object({
  id: uuidSchema,
  name: z.string(),
  daySession: z.string(),
  startsAt: z.string(),
  endsAt: z.string(),
  capacity: z.int(),
});

export const placementContract = {
  classes: query({
    ...read,
    name: 'class-board.list',
    summary: 'Children, licensed seats and children without a section of every class in the chosen year.',
    input: z.strictObject(centre),
    output: z.object({
      rows: z.array(
        z.object({
          classId: z.int(),
          className: z.string(),
          children: z.int(),
          seats: z.int(),
          boys: z.int(),
          girls: z.int(),
          unplaced: z.int(),
          /** Children who study and have their birthday today or in the next six days. */
          birthdays: z.int(),
        }),
      ),
    }),
  }),
  class: query({
    ...read,
    name: 'class-board.get',
    summary: 'The sections of a class with their children, and the children without one.',
    logRead: { subject: 'student', purpose: 'sections of a class' },
    input: z.strictObject({ classId, ...centre }),
    output: z.object({
      className: z.string(),
      sections: z.array(section.extend({ children: z.array(rosterChild) })),
      unplaced: z.array(rosterChild),
      /** Moves that begin after today, by enrolment. */
      planned: z.array(
        z.object({ studentAdmissionId: uuidSchema, sectionName: z.string(), from: z.string() }),
      ),
      can: z.object({ place: z.boolean() }),
    }),
  }),
  section: query({
    ...read,
    name: 'section-roster.get',
    summary: 'The children of a section on a day, by roll number.',
    logRead: { subject: 'student', purpose: 'roster of a section' },
    input: z.strictObject({ sectionId: uuidSchema, on: z.iso.date().optional(), ...centre }),
    output: z.object({
      section: section.extend({ classId: z.int(), className: z.string(), label: z.string() }),
      on: z.string(),
      children: z.array(
        rosterChild.extend({ guardianName: z.string().nullable(), guardianMobile: z.string().nullable() }),
      ),
      can: z.object({ place: z.boolean() }),
    }),
  }),
  export: command({
    ...read,
    write: false,
    name: 'section-roster.export',
    summary: 'Export the children of a section on a day as a file.',
    input: z.strictObject({
      sectionId: uuidSchema,
      on: z.iso.date().optional(),
      ...centre,
      format: z.enum(['csv', 'xlsx']).default('xlsx'),
    }),
    output: z.object({ jobId: uuidSchema }),
  }),
  place: command({
    ...change,
    name: 'enrolment.place',
    summary: 'Move children to a section from a day on: all of them, or none when they do not fit.',
    input: {
      ids: z
        .array(uuidSchema)
        .min(1, 'Choose a child')
        .max(PLACED_AT_ONCE, `At most ${PLACED_AT_ONCE} children`),
      sectionId: uuidSchema,
    },
    fields: { from: date({ label: 'From', help: 'Up to 60 days ahead' }) },
    /** `over`: children above the section's capacity. */
    output: z.object({ moved: z.int(), unchanged: z.int(), over: z.int() }),
  }),
  renumber: command({
    ...change,
    name: 'section-roster.renumber',
    summary: 'Give the children of a section the roll numbers 1, 2, 3 … in the order of their names.',
    input: z.strictObject({ sectionId: uuidSchema }),
    output: z.object({ children: z.int() }),
  }),
};
