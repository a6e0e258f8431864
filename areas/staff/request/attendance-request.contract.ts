import { can, command, nothing, query } from '@aangan/contract/endpoint.ts';
import { choice, date, file, longText, time, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { attendanceDay } from '../day/attendance.contract.ts';
import { staffModules as m } from '../modules.ts';
import { requestHalves, requestKinds, requestTitles, wantedCodes } from './attendance-request.states.ts';

const id = uuidSchema;
const keys = <T extends Record<string, string>>(of: T) => Object.keys(of) as [keyof T & string];
const deciding = { module: m.CenterHeadAttendance, scope: 'centre', write: true, versioned: true } as const;
const reason = {
  ...longText({ label: 'Reason', max: 300 }),
  schema: z.string().trim().min(3, 'Say why').max(300, 'At most 300 characters'),
};
const note = longText({ label: 'Note', max: 300, optional: true });

export const attendanceRequestContract = {
  apply: command({
    module: m.TeacherAttendance,
    scope: 'centre',
    write: true,
    name: 'attendance-request.apply',
    summary: 'Ask for the own attendance to be corrected.',
    fields: {
      kind: choice({ label: 'What happened', options: requestKinds }),
      fromOn: date({ label: 'From' }),
      toOn: date({ label: 'To' }),
      halves: choice({ label: 'Which part of the day', options: requestHalves }),
      want: choice({ label: 'Mark as', options: wantedCodes, optional: true }),
      inAt: time({ label: 'Came at', optional: true }),
      outAt: time({ label: 'Left at', optional: true }),
      reason: {
        ...longText({ label: 'Reason', max: 300 }),
        schema: z.string().trim().min(5, 'At least 5 characters').max(300, 'At most 300 characters'),
      },
      fileId: file({ label: 'File', accept: ['pdf', 'jpg', 'png'], optional: true }),
    },
    output: z.object({ id }),
  }),
  get: query({
    module: [m.TeacherAttendance, m.CenterHeadAttendance],
    scope: 'centre',
    name: 'attendance-request.get',
    summary:
      'One request with what the system has for its days: the own one, or any of the centre for its head.',
    input: z.strictObject({ id }),
    output: z.object({
      id,
      version: z.int(),
      staffId: id,
      name: z.string(),
      employeeCode: z.string(),
      kind: z.enum(keys(requestKinds)),
      fromOn: z.string(),
      toOn: z.string(),
      halves: z.enum(keys(requestHalves)),
      want: z.enum(keys(wantedCodes)),
      inAt: z.string().nullable(),
      outAt: z.string().nullable(),
      reason: z.string(),
      file: z.object({ name: z.string(), url: z.string() }).nullable(),
      status: z.enum(keys(requestTitles)),
      note: z.string().nullable(),
      decidedBy: z.string().nullable(),
      decidedAt: z.string().nullable(),
      appliedAt: z.string(),
      days: z.array(attendanceDay),
      nextId: id.nullable(),
      can,
    }),
  }),
  approve: command({
    ...deciding,
    name: 'attendance-request.approve',
    summary: 'Approve what somebody else asked for: the days are marked.',
    input: { id },
    fields: { note },
    output: nothing,
  }),
  reject: command({
    ...deciding,
    name: 'attendance-request.reject',
    summary: 'Reject what somebody else asked for.',
    input: { id },
    fields: { note: reason },
    output: nothing,
  }),
  withdraw: command({
    module: m.TeacherAttendance,
    scope: 'centre',
    write: true,
    versioned: true,
    name: 'attendance-request.withdraw',
    summary: 'Take back an own request that nobody decided.',
    input: z.strictObject({ id }),
    output: nothing,
  }),
};
