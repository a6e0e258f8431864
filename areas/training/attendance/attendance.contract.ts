import { command, nothing, query } from '@aangan/contract/endpoint.ts';
import { uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { trainingModules as m } from '../modules.ts';
import { trainingFacts } from '../seat/seat.contract.ts';

const id = { id: uuidSchema };
const mark = z.enum(['PRESENT', 'PARTIAL', 'ABSENT']);
const base = { module: m.trainingByTrainersMarkAttendance, scope: 'centre' } as const;
const sessionStatus = z.enum(['SCHEDULED', 'LIVE', 'HELD', 'NOT_HELD', 'CANCELLED']);

export const attendanceContract = {
  grid: query({
    ...base,
    name: 'training-attendance.grid',
    summary: 'People with a seat in a training and their marks, session by session.',
    input: z.strictObject(id),
    output: trainingFacts.extend({
      can: z.object({ recompute: z.boolean() }),
      sessions: z.array(
        z.object({
          ...id,
          no: z.int(),
          startsAt: z.string(),
          endsAt: z.string(),
          status: sessionStatus,
          can: z.object({ mark: z.boolean(), notHeld: z.boolean(), held: z.boolean() }),
        }),
      ),
      people: z.array(
        z.object({
          ...id,
          name: z.string(),
          employeeCode: z.string(),
          centre: z.string(),
          overall: z.enum(['NOT_MARKED', 'PRESENT', 'PARTIAL', 'ABSENT']),
          attendedMin: z.int(),
          heldMin: z.int(),
          marks: z.array(z.object({ sessionId: z.string(), mark, note: z.string().nullable() })),
        }),
      ),
    }),
  }),
  person: query({
    ...base,
    name: 'training-attendance.person',
    summary: 'One person’s sessions of a training: mark, minutes, by whom and why.',
    input: z.strictObject(id),
    output: z.object({
      ...id,
      name: z.string(),
      centre: z.string(),
      training: z.string(),
      sentence: z.string(),
      sessions: z.array(
        z.object({
          no: z.int(),
          startsAt: z.string(),
          status: sessionStatus,
          mark: mark.nullable(),
          attendedMin: z.int().nullable(),
          heldMin: z.int().nullable(),
          source: z.enum(['AUTO', 'MANUAL']).nullable(),
          markedBy: z.string().nullable(),
          note: z.string().nullable(),
          /** When the person was in a room of our own. */
          presence: z.string().nullable(),
        }),
      ),
    }),
  }),
  mark: command({
    ...base,
    write: true,
    idempotent: true,
    name: 'training-attendance.mark',
    summary: 'Mark people of a training by hand; a mark that is changed says why.',
    input: z.strictObject({
      ...id,
      cells: z
        .array(z.strictObject({ enrollmentId: uuidSchema, sessionId: uuidSchema, mark }))
        .min(1, 'Mark somebody')
        .max(500, 'At most 500 marks at once'),
      note: z.string().trim().min(5, 'At least 5 characters').max(300, 'At most 300 characters').nullable(),
    }),
    output: z.object({ marked: z.int(), unchanged: z.int() }),
  }),
  recompute: command({
    ...base,
    write: true,
    name: 'training-attendance.recompute',
    summary: 'Mark again by the times in the own room; marks by hand stay.',
    input: z.strictObject(id),
    output: z.object({ changed: z.int() }),
  }),
  notHeld: command({
    ...base,
    write: true,
    name: 'training-attendance.not-held',
    summary:
      'Say that a session did not take place, so that nobody is absent from it, or that it did after all.',
    input: z.strictObject({ ...id, held: z.boolean() }),
    output: nothing,
  }),
};
