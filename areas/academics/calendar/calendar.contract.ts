import { can, command, nothing, query } from '@aangan/contract/endpoint.ts';
import { date, daySchema, text, uuidSchema } from '@aangan/contract/fields.ts';
import { WEEKDAYS } from '@aangan/contract/weekday.ts';
import * as z from 'zod';
import { academicsModules as m } from '../modules.ts';
import { type CalendarDayKind, calendarDayKinds, type SaturdayRule, saturdayRules } from './day-kind.ts';

/** Working days that a year should have (areas/academics.md 3.1). */
export const TARGET_WORKING_DAYS = 200;

const dayKind = z.enum(Object.keys(calendarDayKinds) as [CalendarDayKind, ...CalendarDayKind[]]);
const saturdays = z.enum(Object.keys(saturdayRules) as [SaturdayRule, ...SaturdayRule[]]);

const calendarDay = z.strictObject({
  onDate: daySchema,
  kind: dayKind,
  title: z.string().trim().min(1, 'Give the day a title').max(80, 'At most 80 characters'),
  classIds: z.array(z.int()).min(1).max(40).nullable(),
  staffWorks: z.boolean(),
});

const summary = z.object({
  id: uuidSchema,
  name: z.string(),
  status: z.enum(['DRAFT', 'PUBLISHED']),
  revision: z.int(),
  workingDays: z.int(),
});

const year = z.object({ id: z.int(), label: z.string(), from: daySchema, to: daySchema });
const read = { module: m.academicCalendar, scope: 'centre' } as const;
const change = { ...read, write: true } as const;

export const calendarContract = {
  overview: query({
    ...read,
    name: 'calendar.overview',
    summary:
      'The calendars of a year: the network’s, the centre’s own, and with no centre chosen which centres have one.',
    needsYear: true,
    input: z.strictObject({}),
    output: z.object({
      year,
      network: summary.nullable(),
      own: summary.nullable(),
      lastYear: z.boolean(),
      centres: z.array(z.object({ franchiseeId: z.int(), name: z.string(), calendar: summary.nullable() })),
      can,
    }),
  }),
  get: query({
    ...read,
    name: 'calendar.get',
    summary: 'One calendar with its days.',
    input: z.strictObject({ id: uuidSchema }),
    output: z.object({
      id: uuidSchema,
      franchiseeId: z.int(),
      owner: z.string(),
      year,
      name: z.string(),
      weekOff: z.array(z.enum(WEEKDAYS)),
      saturdays,
      status: z.enum(['DRAFT', 'PUBLISHED']),
      revision: z.int(),
      days: z.array(calendarDay),
      terms: z.array(z.object({ name: z.string(), fromOn: daySchema, toOn: daySchema })),
      version: z.int(),
      can,
    }),
  }),
  registers: query({
    ...read,
    name: 'calendar.registers',
    summary: 'The registers of a day that a closing of the chosen centre would cancel.',
    needsCentre: true,
    input: z.strictObject({ onDate: daySchema }),
    output: z.object({
      rows: z.array(z.object({ section: z.string(), submitted: z.boolean(), marked: z.int() })),
    }),
  }),
  create: command({
    ...change,
    name: 'calendar.create',
    summary: 'Start the calendar of a year: from the network’s, from last year’s, or empty.',
    needsYear: true,
    idempotent: true,
    input: z.strictObject({ from: z.enum(['NETWORK', 'LAST_YEAR', 'EMPTY']) }),
    output: z.object({ id: uuidSchema }),
  }),
  save: command({
    ...change,
    name: 'calendar.save',
    summary: 'Save a calendar with all its days; of a published one this is a new revision.',
    versioned: true,
    input: z.strictObject({
      id: uuidSchema,
      name: z.string().trim().min(1, 'Give the calendar a name').max(60, 'At most 60 characters'),
      weekOff: z.array(z.enum(WEEKDAYS).exclude(['SAT'])).max(5, 'Leave at least one working day'),
      saturdays,
      days: z.array(calendarDay).max(400, 'At most 400 entries'),
      reason: z.string().trim().max(300, 'At most 300 characters').optional(),
      /** Registers of days that close are cancelled; without it they are named in a refusal first. */
      cancelRegisters: z.boolean().default(false),
    }),
    output: nothing,
  }),
  publish: command({
    ...change,
    name: 'calendar.publish',
    summary: 'Publish a calendar: from now on its days hold.',
    versioned: true,
    input: z.strictObject({ id: uuidSchema }),
    output: nothing,
  }),
  closeDay: command({
    ...change,
    name: 'calendar.close-day',
    summary: 'Close the centre for a day at short notice and tell its families.',
    needsCentre: true,
    idempotent: true,
    fields: { onDate: date({ label: 'Day' }), title: text({ label: 'Reason that families read', max: 80 }) },
    output: z.object({ calendarId: uuidSchema, children: z.int(), registers: z.int() }),
  }),
};
