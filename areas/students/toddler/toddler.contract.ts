import { can, command, query } from '@aangan/contract/endpoint.ts';
import {
  choices,
  date,
  daySchema,
  integer,
  longText,
  text,
  time,
  uuidSchema,
} from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { studentModules } from '../modules.ts';
import { programmeDayNames, programmeDays } from './toddler.states.ts';

const reads = { module: studentModules.motherToddlerProgram, scope: 'centre' } as const;
const writes = { ...reads, write: true } as const;
const which = { id: uuidSchema };

/** A place in a batch, as it is asked for. */
const place = {
  days: choices({ label: 'Days', options: programmeDays }),
  slotFrom: time({ label: 'From' }),
  from: date({ label: 'First day' }),
  sessions: integer({ label: 'Sessions', min: 1, max: 200 }),
  companion: text({ label: 'Comes with', max: 100, optional: true, help: 'The adult who is with the child' }),
};
const days = z.array(z.enum(programmeDayNames)).min(1, 'Choose at least one day');

const assignment = z.object({
  ...which,
  version: z.int(),
  batch: z.string(),
  sectionId: uuidSchema,
  days: z.array(z.enum(programmeDayNames)),
  slotFrom: z.string(),
  slotTo: z.string(),
  fromOn: daySchema,
  toOn: daySchema,
  total: z.int(),
  used: z.int(),
  companion: z.string().nullable(),
  status: z.string(),
  stopReason: z.string().nullable(),
  can,
});

export const toddlerContract = {
  child: query({
    ...reads,
    name: 'toddler.child',
    summary: 'A child of the programme: its assignments, sessions used and left, and the days it came.',
    logRead: { subject: 'STUDENT', purpose: 'mother toddler programme' },
    /** Any id of the child. */
    input: z.strictObject(which),
    output: z.object({
      enrolmentId: uuidSchema,
      studentId: uuidSchema,
      name: z.string(),
      className: z.string(),
      dateOfBirth: daySchema,
      ageMonths: z.int(),
      ageOutOn: daySchema,
      assignments: z.array(assignment),
      came: z.array(z.object({ day: daySchema, code: z.string() })),
      /** After the last one, where the next may begin. */
      nextFrom: daySchema,
      can,
    }),
  }),
  choices: query({
    ...reads,
    name: 'toddler.choices',
    summary: 'Children of the programme, and the batches of a class with their hours.',
    needsYear: true,
    input: z.strictObject({ q: z.string().trim().max(100).optional() }),
    output: z.object({
      children: z.array(z.object({ id: uuidSchema, label: z.string() })),
      batches: z.array(
        z.object({
          id: uuidSchema,
          label: z.string(),
          classId: z.int(),
          startsAt: z.string(),
          capacity: z.int(),
        }),
      ),
    }),
  }),
  week: query({
    ...reads,
    name: 'toddler.week',
    summary: 'Who comes when: each batch and hour by weekday, with the places left.',
    needsYear: true,
    input: z.strictObject({}),
    output: z.object({
      rows: z.array(
        z.object({
          sectionId: uuidSchema,
          batch: z.string(),
          slotFrom: z.string(),
          capacity: z.int(),
          days: z.array(z.object({ day: z.enum(programmeDayNames), children: z.array(z.string()) })),
        }),
      ),
    }),
  }),
  preview: query({
    ...reads,
    name: 'toddler.preview',
    summary:
      'What a place would come to: last day, age then, places left by day, and why it cannot be given.',
    input: z.strictObject({
      enrolmentId: uuidSchema,
      sectionId: uuidSchema,
      days,
      slotFrom: place.slotFrom.schema,
      from: daySchema,
      sessions: place.sessions.schema,
      /** The assignment that is changed. */
      instead: uuidSchema.optional(),
    }),
    output: z.object({
      toOn: daySchema,
      ageMonthsAtEnd: z.int(),
      free: z.array(z.object({ day: z.enum(programmeDayNames), left: z.int() })),
      refusal: z.string().nullable(),
    }),
  }),
  assign: command({
    ...writes,
    name: 'toddler.assign',
    summary: 'Give a child its place in a batch: days, hour and number of sessions.',
    idempotent: true,
    input: { enrolmentId: uuidSchema, sectionId: uuidSchema },
    fields: place,
    output: z.object({ ...which, studentId: uuidSchema, toOn: daySchema }),
  }),
  change: command({
    ...writes,
    versioned: true,
    name: 'toddler.change',
    summary:
      'Change a place: before its first day in place, afterwards by a successor that takes the used sessions along.',
    input: { ...which, sectionId: uuidSchema },
    fields: place,
    output: z.object({ ...which, studentId: uuidSchema, toOn: daySchema }),
  }),
  stop: command({
    ...writes,
    versioned: true,
    name: 'toddler.stop',
    summary: 'End a running place today.',
    input: which,
    fields: { reason: longText({ label: 'Reason', max: 200 }) },
    output: z.object(which),
  }),
  cancel: command({
    ...writes,
    versioned: true,
    name: 'toddler.cancel',
    summary: 'Cancel a place before its first day.',
    input: which,
    fields: { reason: longText({ label: 'Reason', max: 200 }) },
    output: z.object(which),
  }),
};
