import { can, command, nothing, query } from '@aangan/contract/endpoint.ts';
import {
  choice,
  date,
  daySchema,
  file,
  integer,
  longText,
  reference,
  uuidSchema,
} from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { staffModules as m } from '../modules.ts';
import { leaveTitles } from './leave.states.ts';

const id = uuidSchema;
/** Applying and reading: whoever has an own attendance, and who keeps that of the centre. */
const both = { module: [m.TeacherAttendance, m.CenterHeadAttendance], scope: 'centre' } as const;
const keeping = { module: m.CenterHeadAttendance, scope: 'centre' } as const;
const own = { module: m.TeacherAttendance, scope: 'centre', write: true, versioned: true } as const;
const deciding = { ...keeping, write: true, versioned: true } as const;
const halves = { FN: 'Morning', AN: 'Afternoon' } as const;
const reason = {
  ...longText({ label: 'Reason', max: 300 }),
  schema: z.string().trim().min(3, 'Say why').max(300, 'At most 300 characters'),
};
const note = longText({ label: 'Note', max: 300, optional: true });

const when = {
  typeId: reference('leave-type', { label: 'Leave type' }),
  fromOn: date({ label: 'From' }),
  fromHalf: choice({ label: 'Begins in the', options: halves }),
  toOn: date({ label: 'To' }),
  toHalf: choice({ label: 'Ends in the', options: halves }),
};
const line = z.object({
  day: z.string(),
  half: z.enum(['FN', 'AN']),
  counted: z.boolean(),
  /** Why nobody works in that half; null: a working half. */
  off: z.string().nullable(),
});
/** A section that has too few teachers in a half of the leave. */
const shortage = z.object({
  day: z.string(),
  half: z.enum(['FN', 'AN']),
  section: z.string(),
  children: z.int(),
  have: z.int(),
  need: z.int(),
});
/** In halves. */
const balance = z.object({ left: z.int(), applied: z.int(), limit: z.int() });
const person = { staffId: id, name: z.string(), employeeCode: z.string() };

export const leaveContract = {
  preview: query({
    ...both,
    name: 'leave-request.preview',
    summary: 'Count a leave before it is asked for: halves, days off, balance and sections left short.',
    input: z.strictObject({
      staffId: id.nullable().optional(),
      typeId: id,
      fromOn: daySchema,
      fromHalf: z.enum(['FN', 'AN']),
      toOn: daySchema,
      toHalf: z.enum(['FN', 'AN']),
    }),
    output: z.object({
      halves: z.int(),
      lines: z.array(line),
      balance,
      shortages: z.array(shortage),
      substitutes: z.array(z.object({ id, label: z.string() })),
      /** What forbids it, in words; null: it can be asked for. */
      refusal: z.string().nullable(),
    }),
  }),
  apply: command({
    ...both,
    write: true,
    name: 'leave-request.apply',
    summary: 'Ask for leave; for somebody else by whoever keeps the attendance of the centre.',
    fields: {
      staffId: reference('staff', { label: 'Person', optional: true, help: 'Leave empty for yourself' }),
      ...when,
      substituteId: reference('staff', { label: 'Substitute', optional: true }),
      reason: {
        ...longText({ label: 'Reason', max: 300 }),
        schema: z.string().trim().min(5, 'At least 5 characters').max(300, 'At most 300 characters'),
      },
      fileId: file({ label: 'Proof', accept: ['pdf', 'jpg', 'png'], optional: true }),
    },
    output: z.object({ id }),
  }),
  get: query({
    ...both,
    name: 'leave-request.get',
    summary:
      'One request with its days, balance and sections: the own one, or any of the centre for its head.',
    input: z.strictObject({ id }),
    output: z.object({
      id,
      version: z.int(),
      ...person,
      type: z.string(),
      typeName: z.string(),
      fromOn: z.string(),
      fromHalf: z.enum(['FN', 'AN']),
      toOn: z.string(),
      toHalf: z.enum(['FN', 'AN']),
      halves: z.int(),
      reason: z.string(),
      file: z.object({ name: z.string(), url: z.string() }).nullable(),
      substitute: z.string().nullable(),
      status: z.enum(Object.keys(leaveTitles) as [keyof typeof leaveTitles]),
      note: z.string().nullable(),
      decidedBy: z.string().nullable(),
      decidedAt: z.string().nullable(),
      appliedAt: z.string(),
      lines: z.array(line),
      balance,
      shortages: z.array(shortage),
      substitutes: z.array(z.object({ id, label: z.string() })),
      nextId: id.nullable(),
      can,
    }),
  }),
  approve: command({
    ...deciding,
    name: 'leave-request.approve',
    summary: 'Approve a leave somebody else asked for: the balance is charged and the days are leave.',
    input: { id },
    fields: {
      substituteId: reference('staff', { label: 'Substitute', optional: true }),
      note,
    },
    output: nothing,
  }),
  reject: command({
    ...deciding,
    name: 'leave-request.reject',
    summary: 'Reject a leave somebody else asked for.',
    input: { id },
    fields: { note: reason },
    output: nothing,
  }),
  withdraw: command({
    ...own,
    name: 'leave-request.withdraw',
    summary: 'Take back an own request that nobody decided.',
    input: z.strictObject({ id }),
    output: nothing,
  }),
  cancel: command({
    ...own,
    name: 'leave-request.cancel',
    summary: 'Cancel an own approved leave before it begins; from its first day on this asks for it.',
    input: z.strictObject({ id }),
    output: nothing,
  }),
  decideCancel: command({
    ...deciding,
    name: 'leave-request.decide-cancel',
    summary: 'Decide on the cancellation of a leave that has begun: the days still ahead are given back.',
    input: { id },
    fields: {
      decision: choice({
        label: 'Decision',
        options: { 'allow-cancel': 'Cancel the leave', 'keep-leave': 'The leave stays' },
      }),
      note,
    },
    output: nothing,
  }),
  balances: query({
    ...both,
    name: 'leave-balance.list',
    summary: 'Balances of a leave year: everybody of the centre for its head, else the own ones.',
    input: z.strictObject({ year: z.int().min(2000).max(2199) }),
    output: z.object({
      types: z.array(z.object({ id, code: z.string(), name: z.string() })),
      rows: z.array(
        z.object({
          ...person,
          userId: id.nullable(),
          /** By type, in the order of `types`; in halves. */
          cells: z.array(z.object({ credited: z.int(), taken: z.int(), left: z.int() })),
        }),
      ),
      can,
    }),
  }),
  entries: query({
    ...both,
    name: 'leave-balance.entries',
    summary: 'What a balance is made of.',
    input: z.strictObject({ staffId: id, typeId: id, year: z.int().min(2000).max(2199) }),
    output: z.object({
      rows: z.array(
        z.object({
          id,
          onDate: z.string(),
          kind: z.string(),
          halves: z.int(),
          note: z.string().nullable(),
          requestId: id.nullable(),
        }),
      ),
    }),
  }),
  grant: command({
    module: m.staffApprove,
    scope: 'centre',
    needsCentre: true,
    write: true,
    name: 'leave-balance.grant',
    summary: 'Credit half days to a person, or take some back.',
    fields: {
      staffId: reference('staff', { label: 'Person' }),
      typeId: reference('leave-type', { label: 'Leave type' }),
      kind: choice({ label: 'As', options: { GRANT: 'A grant', OPENING: 'The opening balance' } }),
      halves: {
        ...integer({ label: 'Half days', min: -730, max: 730, help: 'Below zero takes back' }),
        schema: z
          .int()
          .min(-730)
          .max(730)
          .refine((n) => n !== 0, 'Not zero'),
      },
      note: reason,
    },
    output: nothing,
  }),
  away: query({
    ...keeping,
    needsCentre: true,
    name: 'leave-request.away',
    summary: 'Who is away in a month.',
    input: z.strictObject({ month: z.string().regex(/^(19|20|21)\d{2}-(0[1-9]|1[0-2])$/, 'Enter a month') }),
    output: z.object({
      rows: z.array(
        z.object({
          day: z.string(),
          requestId: id,
          name: z.string(),
          type: z.string(),
          status: z.string(),
          half: z.enum(['FN', 'AN', 'DAY']),
        }),
      ),
    }),
  }),
};
