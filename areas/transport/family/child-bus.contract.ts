import { command, nothing, query } from '@aangan/contract/endpoint.ts';
import { daySchema, instantSchema, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { transportModules as m } from '../modules.ts';
import { childLabels, runDirections, tripLabels } from '../trip/trip.states.ts';

const gate = { module: m.studentTransport, scope: 'centre' } as const;
const namesOf = <T extends string>(list: Readonly<Record<T, unknown>>) =>
  z.enum(Object.keys(list) as [T, ...T[]]);

const point = { lat: z.number(), lng: z.number() };
const ride = z.object({
  id: uuidSchema,
  direction: namesOf(runDirections),
  route: z.string(),
  /** The stop, or where the child is brought. */
  place: z.string(),
  trip: namesOf(tripLabels),
  state: namesOf(childLabels),
  plannedAt: instantSchema.nullable(),
  /** Of a running trip: as late as the bus is now. */
  expectedAt: instantSchema.nullable(),
  onAt: instantSchema.nullable(),
  offAt: instantSchema.nullable(),
  receivedBy: z.string().nullable(),
  returned: z.boolean(),
  /** Where the bus is and where the child goes, only while it is on the bus and the family shares it. */
  bus: z.object({ at: instantSchema, ...point, to: z.object(point).nullable() }).nullable(),
});
export type ChildRide = z.output<typeof ride>;

export const childBusContract = {
  mine: query({
    ...gate,
    name: 'child-bus.mine',
    summary:
      'The bus of the parent’s own child today and on the next day it rides. Where the bus is only while the child is on it.',
    logRead: { subject: 'student', purpose: 'the family’s own page' },
    input: z.strictObject({ student: uuidSchema }),
    output: z.object({
      days: z.array(
        z.object({
          date: daySchema,
          rides: z.array(ride),
          can: z.object({ excuse: z.boolean(), come: z.boolean() }),
        }),
      ),
    }),
  }),
  excuse: command({
    ...gate,
    write: false,
    name: 'child-bus.excuse',
    summary: 'A parent says that the own child does not take the bus on a day, or that it does after all.',
    input: z.strictObject({ student: uuidSchema, on: daySchema, excused: z.boolean() }),
    output: nothing,
  }),
};
