import { command, nothing, query } from '@aangan/contract/endpoint.ts';
import { date, daySchema, longText, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { trainingModules as m } from '../modules.ts';
import { enrollments } from './enrollment.listing.ts';

const write = { module: m.teacherEnrollment, scope: 'centre', write: true } as const;
const id = { id: uuidSchema };

export const enrollmentContract = {
  get: query({
    module: [m.teacherEnrollment, m.approveTeacherEnrollment],
    scope: 'centre',
    name: 'teacher-enrollment.get',
    summary: 'One enrolment with its note and what else the person learns.',
    input: z.strictObject(id),
    output: enrollments.rowSchema.extend({
      note: z.string().nullable(),
      reason: z.string().nullable(),
      edition: z.int(),
      moduleDescription: z.string().nullable(),
      others: z.array(
        z.object({ ...id, module: z.string(), status: z.string(), dueOn: z.string().nullable() }),
      ),
      /** The next one that waits for a decision of this person. */
      nextId: uuidSchema.nullable(),
    }),
  }),
  choices: query({
    module: m.teacherEnrollment,
    scope: 'centre',
    name: 'teacher-enrollment.choices',
    summary: 'Published modules, and approved staff of the chosen centre or of all in reach.',
    input: nothing,
    output: z.object({
      modules: z.array(z.object({ ...id, title: z.string(), needsApproval: z.boolean() })),
      staff: z.array(z.object({ ...id, name: z.string(), employeeCode: z.string(), centre: z.string() })),
    }),
  }),
  enrol: command({
    ...write,
    idempotent: true,
    name: 'teacher-enrollment.enrol',
    summary: 'Enrol staff in modules; who is enrolled already stays as they are.',
    input: z.strictObject({
      staffIds: z.array(uuidSchema).min(1, 'Choose people').max(100, 'At most 100 people'),
      moduleIds: z.array(uuidSchema).min(1, 'Choose a module').max(10, 'At most 10 modules'),
      dueOn: daySchema.nullable(),
      note: z.string().trim().max(300).nullable(),
    }),
    output: z.object({ enrolled: z.int(), waiting: z.int(), already: z.int(), notFor: z.int() }),
  }),
  change: command({
    ...write,
    versioned: true,
    name: 'teacher-enrollment.change',
    summary: 'Change the due day and the note of an enrolment that is not over.',
    input: id,
    fields: {
      dueOn: date({ label: 'Due', optional: true }),
      note: longText({ label: 'Note', max: 300, optional: true }),
    },
    output: nothing,
  }),
  withdraw: command({
    ...write,
    versioned: true,
    name: 'teacher-enrollment.withdraw',
    summary: 'Withdraw an enrolment that was not begun.',
    input: id,
    fields: { reason: longText({ label: 'Reason', max: 300 }) },
    output: nothing,
  }),
  allowAttempt: command({
    ...write,
    versioned: true,
    name: 'teacher-enrollment.allow-attempt',
    summary: 'Allow one more attempt at the tests of a module whose attempts are used up.',
    input: z.strictObject(id),
    output: nothing,
  }),
  approve: command({
    module: m.approveTeacherEnrollment,
    scope: 'centre',
    write: true,
    versioned: true,
    name: 'teacher-enrollment.approve',
    summary: 'Approve an enrolment that somebody else asked for.',
    input: id,
    fields: {
      dueOn: date({ label: 'Due', optional: true, help: 'Empty: the days that the module gives' }),
    },
    output: nothing,
  }),
  reject: command({
    module: m.approveTeacherEnrollment,
    scope: 'centre',
    write: true,
    versioned: true,
    name: 'teacher-enrollment.reject',
    summary: 'Reject an enrolment that somebody else asked for, with a reason.',
    input: id,
    fields: { reason: longText({ label: 'Reason', max: 300 }) },
    output: nothing,
  }),
};
