import { command, nothing, query } from '@aangan/contract/endpoint.ts';
import { longText, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { trainingModules as m } from '../modules.ts';
import { MOST_AT_ONCE } from './seat.states.ts';

const id = { id: uuidSchema };
const write = {
  module: [m.trainingRegisterStaff, m.trainingByTrainersCreate],
  scope: 'centre',
  write: true,
} as const;
const facts = {
  ...id,
  code: z.string(),
  title: z.string(),
  status: z.enum(['ACTIVE', 'IN PROGRESS', 'COMPLETED', 'CANCELLED']),
  fromDate: z.string(),
  toDate: z.string(),
  fromTime: z.string(),
  toTime: z.string(),
  mode: z.enum(['ONLINE', 'CLASSROOM', 'HYBRID']),
  venue: z.string().nullable(),
  trainers: z.string().nullable(),
  capacity: z.int().nullable(),
  seated: z.int(),
  waiting: z.int(),
};
export const trainingFacts = z.object(facts);

export const seatContract = {
  training: query({
    module: m.trainingByTrainersCreate,
    scope: 'network',
    name: 'training-seat.training',
    summary: 'A training with its seats and how its people answered, as far as the reader reaches.',
    input: z.strictObject(id),
    output: trainingFacts.extend({
      responses: z.object({ PENDING: z.int(), ACCEPTED: z.int(), DECLINED: z.int() }),
      withdrawn: z.int(),
      can: z.object({ remind: z.boolean() }),
    }),
  }),
  choices: query({
    module: m.trainingRegisterStaff,
    scope: 'centre',
    name: 'training-seat.choices',
    summary:
      'Approved staff of a training’s audience in the chosen centre or in all in reach, and who is registered.',
    input: z.strictObject(id),
    output: trainingFacts.extend({
      open: z.boolean(),
      staff: z.array(
        z.object({
          ...id,
          name: z.string(),
          employeeCode: z.string(),
          centre: z.string(),
          category: z.string(),
          lastTraining: z.string().nullable(),
        }),
      ),
      registered: z.array(
        z.object({
          ...id,
          version: z.int(),
          name: z.string(),
          centre: z.string(),
          response: z.enum(['PENDING', 'ACCEPTED', 'DECLINED']),
          seat: z.enum(['SEATED', 'WAITLISTED', 'RELEASED']),
          queueNo: z.int().nullable(),
          reason: z.string().nullable(),
          can: z.object({ withdraw: z.boolean() }),
        }),
      ),
    }),
  }),
  register: command({
    module: m.trainingRegisterStaff,
    scope: 'centre',
    write: true,
    idempotent: true,
    name: 'training-seat.register',
    summary: 'Register staff for a training; each gets a seat, the end of the queue, or a reason why not.',
    input: z.strictObject({
      ...id,
      staffIds: z
        .array(uuidSchema)
        .min(1, 'Choose people')
        .max(MOST_AT_ONCE, `At most ${MOST_AT_ONCE} people`),
    }),
    output: z.object({
      results: z.array(
        z.object({
          staffId: z.string(),
          name: z.string(),
          outcome: z.enum(['SEATED', 'WAITLISTED', 'REFUSED']),
          queueNo: z.int().nullable(),
          why: z.string().nullable(),
        }),
      ),
    }),
  }),
  withdraw: command({
    ...write,
    versioned: true,
    name: 'training-seat.withdraw',
    summary: 'Take a person out of a training that has not begun; the queue moves up.',
    input: id,
    fields: { reason: longText({ label: 'Reason', max: 300 }) },
    output: nothing,
  }),
  remind: command({
    ...write,
    idempotent: true,
    name: 'training-seat.remind',
    summary: 'Remind people of a training who have not answered; each at most once in six hours.',
    input: z.strictObject({ ...id, enrollmentIds: z.array(uuidSchema).max(MOST_AT_ONCE).optional() }),
    output: z.object({ reminded: z.int(), tooSoon: z.int(), withoutSignIn: z.int() }),
  }),
};
