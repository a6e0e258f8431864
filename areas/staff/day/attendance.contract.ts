import { can, command, nothing, query } from '@aangan/contract/endpoint.ts';
import { daySchema, longText, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { staffModules as m } from '../modules.ts';
import { dayFlags, halfCodes } from './staff-day.ts';

const id = uuidSchema;
const month = z.string().regex(/^(19|20|21)\d{2}-(0[1-9]|1[0-2])$/, 'Enter a month');
const reason = z.string().trim().min(3, 'Say why').max(300, 'At most 300 characters');
const reasonField = { ...longText({ label: 'Reason', max: 300 }), schema: reason };

const half = z.object({
  code: z.enum(halfCodes),
  leave: z.object({ code: z.string(), paid: z.boolean() }).nullable(),
  why: z.string(),
});

/** A computed day; times are minutes of the day. */
export const attendanceDay = z.object({
  day: z.string(),
  /** Of what was written for the day; 0 = nothing. */
  version: z.int(),
  note: z.string().nullable(),
  fn: half,
  an: half,
  letter: z.string(),
  flags: z.array(z.enum(dayFlags)),
  firstIn: z.int().nullable(),
  lastOut: z.int().nullable(),
  worked: z.int(),
  late: z.int(),
  early: z.int(),
});

/** Sums of a month, in halves but for days and minutes. */
const totals = z.object({
  halves: z.object({ P: z.int(), A: z.int(), L: z.int(), OD: z.int(), WO: z.int(), H: z.int() }),
  unpaid: z.int(),
  payable: z.int(),
  lateDays: z.int(),
  workedMinutes: z.int(),
});

const punch = z.object({
  id,
  kind: z.enum(['IN', 'OUT']),
  at: z.string(),
  distance: z.int().nullable(),
  outside: z.boolean().nullable(),
  offline: z.boolean(),
});

const person = z.object({
  staffId: id,
  name: z.string(),
  employeeCode: z.string(),
  category: z.string(),
  mobile: z.string().nullable(),
  shift: z.string(),
});

const reading = { module: m.CenterHeadAttendance, scope: 'centre', needsCentre: true } as const;
const locking = { module: m.staffApprove, scope: 'centre', needsCentre: true, write: true } as const;

/** Most cells that one call marks. */
export const MOST_CELLS = 200;

export const attendanceContract = {
  mine: query({
    module: m.TeacherAttendance,
    scope: 'centre',
    name: 'staff-attendance.mine',
    summary: 'Read the own month day by day, with today’s punches.',
    input: z.strictObject({ month }),
    output: z.object({
      person,
      centre: z.string(),
      /** Where the centre stands, to show the distance; null when nobody entered it. */
      point: z.object({ lat: z.number(), lng: z.number() }).nullable(),
      locked: z.boolean(),
      days: z.array(attendanceDay),
      totals,
      today: z.array(punch),
    }),
  }),
  day: query({
    ...reading,
    name: 'staff-attendance.day',
    summary: 'Read the register of a day: everybody employed, with both halves, punches and reasons.',
    logRead: { subject: 'staff', purpose: 'attendance register' },
    input: z.strictObject({ day: daySchema }),
    output: z.object({
      day: z.string(),
      locked: z.boolean(),
      rows: z.array(person.extend({ on: attendanceDay, punches: z.array(punch), can })),
    }),
  }),
  month: query({
    ...reading,
    name: 'staff-attendance.month',
    summary: 'Read the muster of a month: people, letters of their days and totals.',
    logRead: { subject: 'staff', purpose: 'attendance muster' },
    input: z.strictObject({ month }),
    output: z.object({
      month: z.string(),
      locked: z.boolean(),
      /** A letter for each day of the month; where one comes from is `evidence`. */
      rows: z.array(person.extend({ letters: z.array(z.string()), totals })),
      can,
    }),
  }),
  evidence: query({
    ...reading,
    name: 'staff-attendance.evidence',
    summary: 'Read where a person’s letter of a day comes from.',
    logRead: { subject: 'staff', purpose: 'attendance muster' },
    input: z.strictObject({ staffId: id, day: daySchema }),
    output: attendanceDay,
  }),
  mark: command({
    ...reading,
    write: true,
    name: 'staff-attendance.mark',
    summary: 'Mark halves of people present, absent or on duty, or take a mark back; all or none.',
    input: z.strictObject({
      cells: z
        .array(
          z.strictObject({
            staffId: id,
            day: daySchema,
            half: z.enum(['fn', 'an']),
            /** Null takes the mark back: the half is computed again. Left out, only the note is written. */
            code: z.enum(['P', 'A', 'OD']).nullable().optional(),
            note: z.string().trim().max(200, 'At most 200 characters').optional(),
            /** Of the day as it was read; 412 when somebody else wrote it meanwhile. */
            version: z.int().min(0),
          }),
        )
        .min(1)
        .max(MOST_CELLS, `At most ${MOST_CELLS} at once`),
    }),
    output: nothing,
  }),
  voidPunch: command({
    ...reading,
    write: true,
    name: 'staff-attendance.void-punch',
    summary: 'Leave a punch out of the count; it stays in the journal.',
    input: { punchId: id },
    fields: { reason: reasonField },
    output: nothing,
  }),
  lockMonth: command({
    ...locking,
    name: 'staff-attendance.lock-month',
    summary: 'Close a month that is over: its days stay as they are.',
    input: z.strictObject({ month }),
    output: nothing,
  }),
  unlockMonth: command({
    ...locking,
    name: 'staff-attendance.unlock-month',
    summary: 'Open a locked month again; the reason stands in its history.',
    input: { month },
    fields: { reason: reasonField },
    output: nothing,
  }),
  export: command({
    ...reading,
    write: false,
    name: 'staff-attendance.export',
    summary: 'Export the muster of a month: letters of every day, totals and payable halves.',
    input: z.strictObject({ month, format: z.enum(['csv', 'xlsx']).default('csv') }),
    output: z.object({ jobId: id }),
  }),
};
