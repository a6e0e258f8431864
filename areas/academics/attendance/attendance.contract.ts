import { can, command, nothing, query } from '@aangan/contract/endpoint.ts';
import { choice, date, daySchema, instantSchema, longText, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { academicsModules as m } from '../modules.ts';
import { absenceReasons, attendanceCodes, codeNames, reasonNames } from './attendance-codes.ts';

const read = { module: m.Attendance, scope: 'centre' } as const;
const change = { ...read, write: true } as const;
const logRead = { subject: 'student', purpose: 'attendance' } as const;

const code = z.enum(codeNames);
const reason = z.enum(reasonNames);
const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time');
const counts = z.object({ P: z.int(), LATE: z.int(), EARLY: z.int(), HD: z.int(), A: z.int(), L: z.int() });
const registerStatus = z.enum(['OPEN', 'SUBMITTED', 'CANCELLED']);
const shown = z.string().nullable();

const section = z.object({
  id: uuidSchema,
  franchiseeId: z.int(),
  label: z.string(),
  startsAt: z.string(),
  endsAt: z.string(),
});

const tile = z.object({
  section,
  teachers: z.array(z.string()),
  /** Null: nobody began. */
  status: registerStatus.nullable(),
  strength: z.int(),
  counts,
  unmarked: z.int(),
  /** Why there is no register: "Diwali holidays". */
  closed: shown,
  submittedAt: shown,
});
export type RegisterTile = z.output<typeof tile>;

const registerRow = z.object({
  enrolmentId: uuidSchema,
  name: z.string(),
  rollNo: z.int().nullable(),
  hasAllergy: z.boolean(),
  /** Null: not marked yet. */
  code: code.nullable(),
  inAt: shown,
  outAt: shown,
  reason: reason.nullable(),
  note: shown,
  /** Of the mark; 0 without one. */
  version: z.int(),
  /** Leave that stands already: what the family announced, or 'On hold'. */
  leave: shown,
});
export type RegisterRow = z.output<typeof registerRow>;

const op = z.strictObject({
  opId: uuidSchema,
  enrolmentId: uuidSchema,
  code,
  inAt: clock.nullable().default(null),
  outAt: clock.nullable().default(null),
  reason: reason.nullable().default(null),
  note: z.string().trim().max(200, 'At most 200 characters').nullable().default(null),
  /** The version that was seen; 0 = no mark was there. */
  baseVersion: z.int().min(0),
  atDevice: instantSchema,
});
export type MarkOp = z.output<typeof op>;

const child = z.object({
  enrolmentId: uuidSchema,
  name: z.string(),
  section: z.string(),
  days: z.int(),
  rateBp: z.int().nullable(),
  lastPresent: shown,
});

const figures = z.object({ marked: z.int(), halfDays: z.int(), rateBp: z.int().nullable(), counts });

const note = z.object({
  id: uuidSchema,
  fromOn: daySchema,
  toOn: daySchema,
  reason,
  note: shown,
  status: z.enum(['SENT', 'SEEN', 'CANCELLED']),
  can,
});

const correction = z.object({
  id: uuidSchema,
  onDate: daySchema,
  child: z.string(),
  section: z.string(),
  oldCode: code.nullable(),
  newCode: code,
  reason: z.string(),
  status: z.enum(['REQUESTED', 'APPROVED', 'REJECTED']),
  requestedBy: z.string(),
  decidedBy: shown,
  decisionNote: shown,
  version: z.int(),
  can,
});
export type Correction = z.output<typeof correction>;

const whichMonth = {
  sectionId: uuidSchema,
  month: z.string().regex(/^(19|20|21)\d{2}-(0[1-9]|1[0-2])$/, 'Choose a month'),
};

export const attendanceContract = {
  today: query({
    ...read,
    name: 'attendance.today',
    summary: 'The registers of the own sections on a day, with what is missing; all, or those not submitted.',
    input: z.strictObject({
      onDate: daySchema.optional(),
      tab: z.literal('not-submitted').optional(),
      limit: z.coerce.number().int().optional(),
    }),
    output: z.object({
      onDate: daySchema,
      today: daySchema,
      tiles: z.array(tile),
      total: z.object({ n: z.int(), more: z.boolean() }),
    }),
  }),
  register: query({
    ...read,
    name: 'attendance.register',
    summary: 'One section’s register of a day.',
    logRead,
    input: z.strictObject({ sectionId: uuidSchema, onDate: daySchema }),
    output: z.object({
      section,
      onDate: daySchema,
      status: registerStatus.nullable(),
      closed: shown,
      rows: z.array(registerRow),
      can,
    }),
  }),
  save: command({
    ...change,
    name: 'attendance.save',
    summary: 'Mark children of a section on a day, and submit the register with them.',
    idempotent: true,
    offline: true,
    input: z.strictObject({
      sectionId: uuidSchema,
      onDate: daySchema,
      ops: z.array(op).max(60, 'At most 60 children'),
      submit: z.boolean(),
    }),
    output: z.object({
      results: z.array(
        z.object({
          opId: uuidSchema,
          enrolmentId: uuidSchema,
          outcome: z.enum(['APPLIED', 'DUPLICATE', 'CONFLICT', 'NOT_ON_ROLL']),
          /** What holds on the server; of a conflict the other device's. */
          code: code.nullable(),
          version: z.int(),
          by: shown,
        }),
      ),
      status: registerStatus,
      strength: z.int(),
      counts,
      unmarked: z.int(),
      /** Parents who will be told of an absence, and when. */
      told: z.int(),
      toldAt: shown,
    }),
  }),
  children: query({
    ...read,
    name: 'attendance.children',
    summary: 'Children of the own sections who are absent for days, or come too rarely.',
    logRead,
    input: z.strictObject({ list: z.enum(['ABSENT', 'LOW']) }),
    output: z.object({ rows: z.array(child) }),
  }),
  month: query({
    ...read,
    name: 'attendance.month',
    summary: 'A section’s register of a month: children by days, with totals.',
    logRead,
    input: z.strictObject(whichMonth),
    output: z.object({
      section: z.string(),
      days: z.array(z.object({ day: daySchema, closed: shown })),
      rows: z.array(
        figures.extend({
          enrolmentId: uuidSchema,
          name: z.string(),
          rollNo: z.int().nullable(),
          codes: z.record(z.string(), code),
        }),
      ),
    }),
  }),
  exportMonth: command({
    ...read,
    name: 'attendance.export-month',
    summary: 'A section’s register of a month as a file.',
    write: false,
    input: z.strictObject({ ...whichMonth, format: z.enum(['csv', 'xlsx']).default('xlsx') }),
    output: z.object({ jobId: uuidSchema }),
  }),
  report: query({
    module: [m.Attendance, m.studentAttendance],
    scope: 'centre',
    name: 'attendance.report',
    summary: 'A child’s attendance of a year: days, months, absences and announced leave.',
    logRead,
    /** Student, enrolment or admission. */
    input: z.strictObject({ id: uuidSchema }),
    output: z.object({
      enrolmentId: uuidSchema,
      name: z.string(),
      className: z.string(),
      year: z.object({ label: z.string(), from: daySchema, to: daySchema }),
      today: daySchema,
      days: z.array(z.object({ day: daySchema, code, reason: reason.nullable(), note: shown })),
      closed: z.array(z.object({ day: daySchema, title: z.string() })),
      total: figures,
      months: z.array(figures.extend({ month: z.string() })),
      notes: z.array(note),
      can,
    }),
  }),
  tellAbsence: command({
    module: m.studentAttendance,
    scope: 'centre',
    write: true,
    idempotent: true,
    name: 'attendance.tell-absence',
    summary: 'A family tells the centre that its child will be absent.',
    input: { id: uuidSchema },
    fields: {
      fromOn: date({ label: 'From' }),
      toOn: date({ label: 'Until' }),
      reason: choice({ label: 'Reason', options: absenceReasons }),
      note: longText({ label: 'Note', max: 300, optional: true }),
    },
    output: nothing,
  }),
  cancelNote: command({
    module: m.studentAttendance,
    scope: 'centre',
    write: true,
    name: 'attendance.cancel-note',
    summary: 'A family takes an announced absence back.',
    input: z.strictObject({ id: uuidSchema, noteId: uuidSchema }),
    output: nothing,
  }),
  corrections: query({
    module: [m.AttendanceCorrection, m.Attendance],
    scope: 'centre',
    name: 'attendance.corrections',
    summary: 'Requested corrections of closed days, the open ones first.',
    logRead,
    input: z.strictObject({}),
    output: z.object({ rows: z.array(correction) }),
  }),
  requestCorrection: command({
    ...change,
    name: 'attendance.request-correction',
    summary: 'Ask for a correction of a day that is closed for the own changes.',
    idempotent: true,
    input: { enrolmentId: uuidSchema },
    fields: {
      onDate: date({ label: 'Day' }),
      newCode: choice({ label: 'Correct to', options: attendanceCodes }),
      reason: longText({ label: 'Reason', max: 300 }),
    },
    output: nothing,
  }),
  decideCorrection: command({
    module: m.AttendanceCorrection,
    scope: 'centre',
    write: true,
    versioned: true,
    name: 'attendance.decide-correction',
    summary: 'Approve or reject a requested correction; never the own one.',
    input: { id: uuidSchema, approve: z.boolean() },
    fields: { note: longText({ label: 'Note', max: 300, optional: true }) },
    output: nothing,
  }),
};
