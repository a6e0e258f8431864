import { command, nothing, query } from '@aangan/contract/endpoint.ts';
import { choice, date, daySchema, integer, longText, text, uuidSchema } from '@aangan/contract/fields.ts';
import { WEEKDAYS } from '@aangan/contract/weekday.ts';
import * as z from 'zod';
import {
  type ServiceAssignmentStatus,
  serviceAssignmentLabels,
} from '../assignment/service-assignment.states.ts';
import { directions } from '../catalogue/service-words.ts';
import { APPROVE_PLAN, servicesModules as m } from '../modules.ts';
import { type PauseStatus, pauseLabels } from './pause.states.ts';

const read = { module: m.services, scope: 'centre' } as const;
const write = { ...read, write: true } as const;
const offers = { module: m.ServiceRegistration, scope: 'centre', write: true } as const;
const id = { id: uuidSchema };
const money = z.int();

const pause = z.object({
  ...id,
  version: z.int(),
  from: z.string(),
  to: z.string(),
  status: z.enum(Object.keys(pauseLabels) as [PauseStatus]),
  reason: z.string(),
  askedBy: z.string().nullable(),
  decidedBy: z.string().nullable(),
  credit: money,
  can: z.object({ decide: z.boolean(), resume: z.boolean() }),
});
export type PauseView = z.output<typeof pause>;

const card = z.object({
  /** null while the child only asks or waits. */
  assignmentId: uuidSchema.nullable(),
  version: z.int(),
  enquiryId: uuidSchema,
  code: z.string(),
  service: z.string(),
  serviceType: z.string().nullable(),
  enquiryStatus: z.string(),
  status: z.enum(Object.keys(serviceAssignmentLabels) as [ServiceAssignmentStatus]).nullable(),
  /** Of today. */
  paused: z.boolean(),
  startsOn: z.string().nullable(),
  endsOn: z.string().nullable(),
  holdUntil: z.string().nullable(),
  weekdays: z.array(z.enum(WEEKDAYS)),
  direction: z.enum(Object.keys(directions) as [keyof typeof directions]).nullable(),
  distanceM: z.int().nullable(),
  stopText: z.string().nullable(),
  slab: z.string().nullable(),
  planId: uuidSchema.nullable(),
  plan: z.string().nullable(),
  billed: money,
  paid: money,
  /** The next instalment that is open. */
  nextDueOn: z.string().nullable(),
  nextDue: money,
  noticeDays: z.int(),
  pauseMinDays: z.int(),
  pauses: z.array(pause),
  /** On the wait list: its place, and until when a seat is offered. */
  place: z.int().nullable(),
  offerUntil: z.string().nullable(),
  can: z.object({
    pause: z.boolean(),
    stop: z.boolean(),
    changeSlab: z.boolean(),
    offer: z.boolean(),
    leave: z.boolean(),
    assign: z.boolean(),
  }),
});
export type ServiceCard = z.output<typeof card>;

const direction = choice({ label: 'Direction', options: directions });
const reason = longText({ label: 'Reason', max: 300 });

const stopFields = { on: date({ label: 'Last day asked for' }), reason };
const pauseFields = { from: date({ label: 'First day away' }), to: date({ label: 'Last day away' }), reason };
const slabFields = {
  from: date({ label: 'From' }),
  direction,
  distanceM: integer({ label: 'Distance to the stop (metres)', min: 0, max: 200_000 }),
  stopText: text({ label: 'Stop or landmark', max: 120, optional: true }),
};
const resumeFields = { on: date({ label: 'First day back' }) };

/** What a dialog asks to be weighed: the same values as its command takes. */
const wanted = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('STOP'), on: daySchema }),
  z.strictObject({ kind: z.literal('PAUSE'), from: daySchema, to: daySchema }),
  z.strictObject({
    kind: z.literal('SLAB'),
    from: daySchema,
    direction: direction.schema,
    distanceM: slabFields.distanceM.schema,
  }),
  z.strictObject({ kind: z.literal('RESUME'), pauseId: uuidSchema, on: daySchema }),
  z.strictObject({ kind: z.literal('DECIDE'), pauseId: uuidSchema }),
]);
export type WantedChange = z.output<typeof wanted>;

const effect = z.object({
  changes: z.array(
    z.object({
      way: z.enum(['CANCEL', 'CREDIT', 'DEBIT', 'NEW']),
      label: z.string(),
      dueOn: z.string(),
      before: money,
      after: money,
      formula: z.string().nullable(),
    }),
  ),
  cancelled: money,
  credit: money,
  debit: money,
  added: money,
  /** Paid money that becomes advance. */
  freed: money,
});

export const assignedServiceContract = {
  get: query({
    ...read,
    name: 'assigned-service.get',
    summary: 'All services of a child in a year: dates, money, pauses, and what may be done with each.',
    logRead: { subject: 'service-enquiry', purpose: 'services of a child' },
    input: z.strictObject({
      franchiseeId: z.int().min(1),
      academicYearId: z.int(),
      enquiryId: uuidSchema,
    }),
    output: z.object({
      childName: z.string(),
      centre: z.string(),
      guardianName: z.string(),
      cards: z.array(card),
    }),
  }),
  preview: query({
    ...read,
    inBody: true,
    name: 'service-assignment.preview-change',
    summary:
      'What a stop, a pause, another fare or an early return would do to the fees. Nothing is written.',
    input: z.strictObject({ ...id, change: wanted }),
    output: effect.extend({
      /** The day from which it holds; of a stop the last day, after the notice. */
      day: z.string(),
      slab: z.string().nullable(),
      /** Why it cannot be done like this; null when it can. */
      refusal: z.string().nullable(),
    }),
  }),
  stop: command({
    ...write,
    versioned: true,
    name: 'service-assignment.stop',
    summary: 'Stop a running service after its notice; what is billed of later days falls away.',
    input: id,
    fields: stopFields,
    output: z.object({ lastDay: z.string(), credit: money, waits: z.boolean() }),
  }),
  pause: command({
    ...write,
    versioned: true,
    name: 'service-assignment.pause',
    summary: 'Ask for days away from a running service; another person approves them.',
    input: id,
    fields: pauseFields,
    output: z.object({ pauseId: uuidSchema }),
  }),
  decidePause: command({
    ...write,
    // Who approves services, or a second user of the centre.
    module: [APPROVE_PLAN, m.services],
    versioned: true,
    name: 'service-pause.decide',
    summary: 'Approve or reject a pause that somebody else asked for; approved days are credited at once.',
    input: id,
    fields: {
      decision: choice({ label: 'Decision', options: { approve: 'Approve', reject: 'Reject' } }),
      note: longText({ label: 'Note', max: 300, optional: true }),
    },
    output: z.object({ credit: money }),
  }),
  resume: command({
    ...write,
    versioned: true,
    name: 'service-assignment.resume',
    summary: 'End a pause early: the child comes back and pays for the days again.',
    input: id,
    fields: resumeFields,
    output: z.object({ debit: money }),
  }),
  changeSlab: command({
    ...write,
    versioned: true,
    name: 'service-assignment.change-slab',
    summary: 'Another stop from a day on: its distance gives the fare slab, and the fees follow.',
    input: id,
    fields: slabFields,
    output: z.object({ slab: z.string(), credit: money, debit: money, waits: z.boolean() }),
  }),
  offer: command({
    ...offers,
    idempotent: true,
    name: 'service-waitlist.offer',
    summary: 'Offer a free seat to a child of the wait list; it is kept for it until the offer ends.',
    input: z.strictObject({ enquiryId: uuidSchema }),
    output: z.object({ until: z.string() }),
  }),
  leave: command({
    ...offers,
    idempotent: true,
    name: 'service-waitlist.leave',
    summary: 'Take a child off the wait list.',
    input: { enquiryId: uuidSchema },
    fields: { reason },
    output: nothing,
  }),
};
