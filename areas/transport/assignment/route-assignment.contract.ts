import { command, nothing, query } from '@aangan/contract/endpoint.ts';
import {
  choice,
  choices,
  date,
  daySchema,
  longText,
  reference,
  text,
  uuidSchema,
} from '@aangan/contract/fields.ts';
import { WEEKDAYS, weekdayLabels } from '@aangan/contract/weekday.ts';
import * as z from 'zod';
import { transportModules as m } from '../modules.ts';
import { routeAssignments } from './route-assignment.listing.ts';
import { directionLabels } from './route-assignment.states.ts';

const read = { module: m.AssignStudentsToVehicleRoute, scope: 'centre' } as const;
const write = { ...read, write: true } as const;
const id = { id: uuidSchema };
const days = choices({ label: 'Days', options: weekdayLabels });

const seatFields = {
  routeId: reference('bus-route', { label: 'Bus route' }),
  direction: choice({ label: 'Direction', options: directionLabels }),
  days: { ...days, schema: days.schema.min(1, 'Choose a day') },
  stopId: { ...text({ label: 'Stop', max: 36 }), schema: uuidSchema },
  fromOn: date({ label: 'From' }),
  toOn: date({ label: 'To', optional: true, help: 'Empty: to the end of the year or of the service' }),
};

export const routeAssignmentContract = {
  get: query({
    ...read,
    name: 'route-assignment.get',
    summary: 'The seat of one child on a bus route.',
    input: z.strictObject(id),
    output: routeAssignments.rowSchema,
  }),
  children: query({
    ...read,
    needsCentre: true,
    logRead: { subject: 'student', purpose: 'transport' },
    name: 'route-assignment.children',
    summary: 'Children of the centre by name or admission number.',
    input: z.strictObject({ q: z.string().trim().max(100) }),
    output: z.object({ rows: z.array(z.object({ id: uuidSchema, label: z.string() })) }),
  }),
  seats: query({
    ...read,
    name: 'route-assignment.seats',
    summary: 'Stops of a bus route, and how many of its seats are taken on each weekday of a range.',
    input: z.strictObject({
      routeId: uuidSchema,
      direction: seatFields.direction.schema,
      fromOn: daySchema,
      toOn: daySchema.optional(),
      without: uuidSchema.optional(),
    }),
    output: z.object({
      code: z.string(),
      seats: z.int().nullable(),
      days: z.array(z.object({ day: z.enum(WEEKDAYS), at: daySchema, taken: z.int() })),
      stops: z.array(
        z.object({
          ...id,
          name: z.string(),
          pickupAt: z.string().nullable(),
          dropoffAt: z.string().nullable(),
          distanceM: z.int(),
        }),
      ),
    }),
  }),
  assign: command({
    ...write,
    needsCentre: true,
    needsYear: true,
    idempotent: true,
    name: 'route-assignment.add',
    summary: 'Give a child a seat on a bus route on some days from a day on.',
    fields: {
      studentId: { ...text({ label: 'Child', max: 36 }), schema: uuidSchema },
      ...seatFields,
    },
    output: z.object(id),
  }),
  change: command({
    ...write,
    versioned: true,
    name: 'route-assignment.change',
    summary:
      'Give a child another route, stop or other days from a day on; the days before stay as they were.',
    input: id,
    fields: seatFields,
    output: z.object(id),
  }),
  end: command({
    ...write,
    versioned: true,
    name: 'route-assignment.end',
    summary: 'End the seat of a child after a day.',
    input: id,
    fields: { on: date({ label: 'Last day' }), reason: longText({ label: 'Reason', max: 300 }) },
    output: nothing,
  }),
};
