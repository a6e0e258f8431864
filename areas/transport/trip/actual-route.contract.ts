import { query } from '@aangan/contract/endpoint.ts';
import { daySchema, instantSchema, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { transportModules as m } from '../modules.ts';
import { alarmLabels, runDirections, tripLabels } from './trip.states.ts';

const instant = instantSchema.nullable();
const namesOf = <T extends string>(list: Readonly<Record<T, unknown>>) =>
  z.enum(Object.keys(list) as [T, ...T[]]);
const point = z.object({ lat: z.number(), lng: z.number() });

const trip = z.object({
  id: uuidSchema,
  route: z.string(),
  routeName: z.string(),
  direction: namesOf(runDirections),
  regNo: z.string().nullable(),
  driver: z.string().nullable(),
  attendant: z.string().nullable(),
  status: namesOf(tripLabels),
  forced: z.boolean(),
  plannedStart: instantSchema,
  plannedEnd: instantSchema,
  startedAt: instant,
  arrivedAt: instant,
  completedAt: instant,
  stops: z.array(
    z.object({
      id: uuidSchema,
      seq: z.int(),
      name: z.string(),
      ...point.shape,
      plannedAt: instant,
      reachedAt: instant,
      leftAt: instant,
      children: z.int(),
    }),
  ),
  alarms: z.array(
    z.object({
      id: uuidSchema,
      kind: namesOf(alarmLabels),
      level: z.int(),
      raisedAt: instantSchema,
      resolvedAt: instant,
      note: z.string().nullable(),
    }),
  ),
});
export type ActualTrip = z.output<typeof trip>;

export const actualRouteContract = {
  day: query({
    module: m.VehicleActualRoute,
    scope: 'centre',
    needsCentre: true,
    name: 'actual-route.day',
    summary: 'The trips of a day with planned and actual times of their stops, and what rang.',
    input: z.strictObject({ date: daySchema.optional() }),
    output: z.object({ date: daySchema, today: daySchema, centre: point.nullable(), trips: z.array(trip) }),
  }),
};
