import { can, command, pageOf, paging, query } from '@aangan/contract/endpoint.ts';
import { uuidSchema } from '@aangan/contract/fields.ts';
import { personNameOrEmpty } from '@aangan/contract/person-name.ts';
import * as z from 'zod';
import { studentModules } from '../modules.ts';
import { careNotes } from './care-note.contract.ts';

export const studentStates = ['UPCOMING', 'STUDYING', 'ON_HOLD', 'LEFT', 'ALUMNI'] as const;

/** One line of the student list: the child with the enrolment of the chosen year. */
export const studentRow = z.object({
  id: uuidSchema,
  studentAdmissionId: uuidSchema.nullable(),
  name: z.string(),
  callName: z.string().nullable(),
  admissionNo: z.string(),
  childNo: z.string(),
  gender: z.enum(['MALE', 'FEMALE', 'OTHER']),
  dateOfBirth: z.string(),
  state: z.enum(studentStates),
  classId: z.int().nullable(),
  className: z.string().nullable(),
  sectionName: z.string().nullable(),
  rollNo: z.int().nullable(),
  daySession: z.string().nullable(),
  joinedOn: z.string().nullable(),
  editStatus: z.enum(['pending', 'completed']).nullable(),
  guardianName: z.string().nullable(),
  /** Masked: the full number is on the child's own page. */
  guardianMobile: z.string().nullable(),
  franchiseeId: z.int(),
  version: z.int(),
  can,
});

const guardian = z.object({
  id: uuidSchema,
  name: z.string(),
  relation: z.string(),
  mobile: z.string().nullable(),
  email: z.string().nullable(),
  isPrimary: z.boolean(),
  restricted: z.boolean(),
  signIn: z.enum(['NONE', 'INVITED', 'ACTIVE']),
  occupation: z.string().nullable(),
  portal: z.enum(['FULL', 'LIMITED', 'NONE']),
  getsMessages: z.boolean(),
  mayPickUp: z.boolean(),
  livesWith: z.boolean(),
  /** Part of the fees in basis points. */
  shareBp: z.int(),
});

const enrolment = z.object({
  id: uuidSchema,
  academicYearId: z.int(),
  className: z.string(),
  sectionName: z.string().nullable(),
  daySession: z.string(),
  status: z.string(),
  joinedOn: z.string(),
  leftOn: z.string().nullable(),
  holdTo: z.string().nullable(),
  enrolmentNo: z.string(),
});

export const studentContract = {
  list: query({
    name: 'student.list',
    summary: 'List students with the class and section of the chosen academic year.',
    module: studentModules.student,
    scope: 'centre',
    needsYear: true,
    logRead: { subject: 'student', purpose: 'student list' },
    input: z.strictObject({
      q: z.string().trim().max(100).optional(),
      classId: z.int().optional(),
      sectionId: uuidSchema.optional(),
      gender: z.enum(['MALE', 'FEMALE', 'OTHER']).optional(),
      state: z.enum(studentStates).optional(),
      /** Birthday today or within the next 7 days; of those who study. */
      birthday: z.enum(['today', 'week']).optional(),
      /** Children whose family named an allergy. */
      allergy: z.literal('yes').optional(),
      /** Children of the sections the caller teaches today; of every section for who acts for all of a centre. */
      own: z.literal('yes').optional(),
      daySession: z.enum(['MORNING', 'AFTERNOON', 'FULL_DAY']).optional(),
      programme: z.enum(['REGULAR', 'PARENT_TODDLER', 'BRIDGE', 'HYBRID']).optional(),
      editStatus: z.enum(['pending', 'completed']).optional(),
      ...paging,
    }),
    output: pageOf(studentRow),
  }),
  get: query({
    name: 'student.get',
    summary: 'Read one child: enrolments, family and guardians.',
    module: studentModules.student,
    scope: 'centre',
    logRead: { subject: 'student', purpose: 'child’s page' },
    input: z.strictObject({ id: uuidSchema }),
    output: studentRow.extend({
      familyId: uuidSchema,
      photoUrl: z.string().nullable(),
      identityLocked: z.boolean(),
      nationality: z.string().nullable(),
      familyName: z.string(),
      address: z.string().nullable(),
      pincode: z.string().nullable(),
      language: z.string(),
      bloodGroup: z.string().nullable(),
      motherTongue: z.string().nullable(),
      guardians: z.array(guardian),
      enrolments: z.array(enrolment),
      /** For those who look after children's health; null for everybody else. */
      care: careNotes.nullable(),
    }),
  }),
  count: query({
    name: 'student.count',
    summary: 'How many students of each state and class the chosen year has.',
    module: studentModules.student,
    scope: 'centre',
    needsYear: true,
    input: z.strictObject({}),
    output: z.object({
      studying: z.int(),
      upcoming: z.int(),
      profilesPending: z.int(),
      byClass: z.array(z.object({ classId: z.int(), className: z.string(), n: z.int() })),
    }),
  }),
  update: command({
    name: 'student.update',
    summary:
      'Change a child’s profile and the family’s address; the name in the register is not changed here.',
    module: studentModules.student,
    write: true,
    scope: 'centre',
    versioned: true,
    input: z.strictObject({
      id: uuidSchema,
      callName: personNameOrEmpty(40).nullable().optional(),
      bloodGroup: z
        .enum(['A+', 'A-', 'B+', 'B-', 'AB+', 'AB-', 'O+', 'O-', 'Not known'])
        .nullable()
        .optional(),
      motherTongue: z.string().trim().max(40).nullable().optional(),
      nationality: z.string().trim().max(40).nullable().optional(),
      address: z.string().trim().max(300).nullable().optional(),
      pincode: z
        .string()
        .regex(/^[1-9]\d{5}$/, 'Enter the 6 digits of the pincode')
        .nullable()
        .optional(),
    }),
    output: z.object({ id: uuidSchema, version: z.int() }),
  }),
};
