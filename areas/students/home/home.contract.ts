import { bars, board, figure, lines, names } from '@aangan/contract/board.ts';
import { command, query } from '@aangan/contract/endpoint.ts';
import { uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { studentModules } from '../modules.ts';
import { studentContract } from '../student/student.contract.ts';

const gate = { module: studentModules.StudentDashboard, scope: 'centre' } as const;

const child = z.object({
  studentId: uuidSchema,
  studentAdmissionId: uuidSchema,
  name: z.string(),
  callName: z.string(),
  admissionNo: z.string(),
  childNo: z.string(),
  dateOfBirth: z.string(),
  state: z.string(),
  photoUrl: z.string().nullable(),
  className: z.string().nullable(),
  sectionName: z.string().nullable(),
  daySession: z.string().nullable(),
  startsAt: z.string().nullable(),
  endsAt: z.string().nullable(),
  joinedOn: z.string().nullable(),
  admittedOn: z.string().nullable(),
});

export const homeContract = {
  child: query({
    ...gate,
    name: 'home.child',
    summary:
      'A parent’s own children: class, centre, what is due, receipts, documents. Staff get an empty list.',
    logRead: { subject: 'student', purpose: 'the family’s own page' },
    input: z.strictObject({ student: uuidSchema.optional() }),
    output: z.object({
      /** False for staff: the same path shows them the centre's strength. */
      family: z.boolean(),
      children: z.array(z.object({ studentAdmissionId: uuidSchema, callName: z.string() })),
      child: child.nullable(),
      centre: z
        .object({
          name: z.string(),
          phone: z.string().nullable(),
          email: z.string().nullable(),
          address: z.string().nullable(),
        })
        .nullable(),
      /** Null where this guardian does not see money. */
      money: z
        .object({
          due: z.int(),
          overdue: z.int(),
          paid: z.int(),
          advance: z.int(),
          planned: z.int(),
          nextDueOn: z.string().nullable(),
          next: z.array(
            z.object({ label: z.string(), dueOn: z.string(), open: z.int(), overdue: z.boolean() }),
          ),
          receipts: z.array(
            z.object({ id: uuidSchema, number: z.string(), issuedOn: z.string(), amount: z.int() }),
          ),
        })
        .nullable(),
      documents: z.array(
        z.object({ id: uuidSchema, kind: z.string(), fileName: z.string(), status: z.string() }),
      ),
      people: z.array(z.object({ name: z.string(), relation: z.string(), what: z.enum(['GATE', 'CALL']) })),
    }),
  }),
  openReceipt: query({
    ...gate,
    name: 'home.receipt',
    summary: 'The document of one of the family’s own receipts, for a minute.',
    logRead: { subject: 'receipt', purpose: 'the family’s own receipt' },
    input: z.strictObject({ id: uuidSchema }),
    output: z.object({ number: z.string(), url: z.string().nullable() }),
  }),
  pay: command({
    ...gate,
    write: false,
    name: 'home.pay',
    summary: 'Open the payment page of an own child.',
    input: z.strictObject({ student: uuidSchema }),
    output: z.object({ path: z.string() }),
  }),
};

const students = {
  path: '/students/details/page/1',
  list: studentContract.list,
  measures: 'rows',
} as const;

/** /student/dashboard as staff see it: the strength of their centre. */
export const strengthBoard = board({
  name: 'home.staff',
  summary: 'Strength of the centres: by class against places, who starts, who leaves, birthdays.',
  module: studentModules.student,
  needsYear: true,
  input: {},
  cards: {
    studying: figure({ label: 'Studying', unit: 'count', opens: students }),
    upcoming: figure({ label: 'Yet to start', unit: 'count', opens: students }),
    profilesPending: figure({ label: 'Profiles to complete', unit: 'count' }),
    onHold: figure({ label: 'On hold', unit: 'count', opens: students }),
    byClass: bars({
      label: 'Children and places by class',
      unit: 'count',
      series: { children: 'Children', places: 'Places in sections' },
    }),
    byMonth: lines({
      label: 'Joined and left by month',
      unit: 'count',
      series: { joined: 'Joined', left: 'Left' },
    }),
    birthdays: names({ label: 'Birthdays of the week', empty: 'No birthdays in the next 7 days.' }),
  },
});
