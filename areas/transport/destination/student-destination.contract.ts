import { command, nothing, query } from '@aangan/contract/endpoint.ts';
import { choice, choices, date, daySchema, reference, text, uuidSchema } from '@aangan/contract/fields.ts';
import { weekdayLabels } from '@aangan/contract/weekday.ts';
import * as z from 'zod';
import { transportModules as m } from '../modules.ts';
import { runDirections } from '../trip/trip.states.ts';
import { studentDestinations } from './student-destination.listing.ts';
import { MOST_RECEIVERS } from './student-destination.states.ts';

const read = { module: m.ESCORT_DIGITAL_ID, scope: 'centre' } as const;
const write = { ...read, write: true } as const;
const id = { id: uuidSchema };
const days = choices({ label: 'Days', options: weekdayLabels });
const place = { destinationId: reference('destination', { label: 'Destination' }) };
const receivers = {
  receivers: {
    // People of the child; the screen offers them.
    ...choices({
      label: 'Who may receive the child',
      options: { NOBODY: 'Nobody' },
      optional: true,
      help: 'One to six people; nobody else gets the child there',
    }),
    schema: z.array(uuidSchema).max(MOST_RECEIVERS, `At most ${MOST_RECEIVERS} people`),
    sample: [],
  },
};
const range = {
  days: { ...days, schema: days.schema.min(1, 'Choose a day') },
  fromOn: date({ label: 'From' }),
  toOn: date({ label: 'To', optional: true, help: 'Empty: until it is ended' }),
};

export const studentDestinationContract = {
  get: query({
    ...read,
    name: 'student-destination.get',
    summary: 'Where one child is brought, and who may receive it there.',
    input: z.strictObject(id),
    output: studentDestinations.rowSchema,
  }),
  children: query({
    ...read,
    needsCentre: true,
    logRead: { subject: 'student', purpose: 'transport' },
    name: 'student-destination.children',
    summary: 'Children of the centre by name or admission number.',
    input: z.strictObject({ q: z.string().trim().max(100) }),
    output: z.object({ rows: z.array(z.object({ id: uuidSchema, label: z.string() })) }),
  }),
  people: query({
    ...read,
    logRead: { subject: 'student', purpose: 'transport' },
    name: 'student-destination.people',
    summary: 'Who may receive a child on a day: guardians with the right and people to pick up.',
    input: z.strictObject({ studentId: uuidSchema, on: daySchema }),
    output: z.object({
      rows: z.array(z.object({ ...id, name: z.string(), relation: z.string(), refused: z.boolean() })),
    }),
  }),
  add: command({
    ...write,
    needsCentre: true,
    idempotent: true,
    name: 'student-destination.add',
    summary: 'Have a child brought to a place on some days from a day on.',
    fields: {
      studentId: { ...text({ label: 'Child', max: 36 }), schema: uuidSchema },
      direction: choice({ label: 'Direction', options: runDirections }),
      ...place,
      ...range,
      ...receivers,
    },
    output: z.object(id),
  }),
  change: command({
    ...write,
    versioned: true,
    name: 'student-destination.change',
    summary: 'Bring a child elsewhere, or to other people, from a day on; the days before stay as they were.',
    input: id,
    fields: { ...place, ...range, ...receivers },
    output: z.object(id),
  }),
  oneDay: command({
    ...write,
    name: 'student-destination.one-day',
    summary:
      'Bring a child to another place or to other people on one day; said again it replaces what was said.',
    input: id,
    fields: { on: date({ label: 'Day' }), ...place, ...receivers },
    output: z.object(id),
  }),
  end: command({
    ...write,
    versioned: true,
    name: 'student-destination.end',
    summary: 'Bring a child there no more after a day.',
    input: id,
    fields: { on: date({ label: 'Last day' }) },
    output: nothing,
  }),
};
