import { command, nothing, query } from '@aangan/contract/endpoint.ts';
import { integer, text, time, uuidSchema } from '@aangan/contract/fields.ts';
import { WEEKDAYS } from '@aangan/contract/weekday.ts';
import * as z from 'zod';
import { transportModules as m } from '../modules.ts';
import { type Readiness, readinessLabels } from '../vehicle/readiness.ts';
import { routeFields, routeStatusLabels, runsLabels, shiftLabels } from './bus-route.record.ts';
import { readPoint } from './geometry.ts';

const read = { module: m.VehicleDetails, scope: 'centre' } as const;
const write = { ...read, write: true } as const;
const id = { id: uuidSchema };
const namesOf = <T extends string>(list: Readonly<Record<T, unknown>>) =>
  z.enum(Object.keys(list) as [T, ...T[]]);
const clock = z.string().nullable();

const stop = z.object({
  ...id,
  version: z.int(),
  seq: z.int(),
  name: z.string(),
  landmark: z.string().nullable(),
  lat: z.number(),
  lng: z.number(),
  radiusM: z.int(),
  pickupAt: clock,
  dropoffAt: clock,
  distanceM: z.int(),
});
export type BusStop = z.output<typeof stop>;

const route = z.object({
  ...id,
  version: z.int(),
  code: z.string(),
  name: z.string(),
  shift: namesOf(shiftLabels),
  runs: namesOf(runsLabels),
  days: z.array(z.enum(WEEKDAYS)),
  status: namesOf(routeStatusLabels),
  pickupStart: clock,
  dropoffStart: clock,
  vehicle: z
    .object({
      ...id,
      regNo: z.string(),
      childSeats: z.int(),
      readiness: namesOf<Readiness>(readinessLabels),
      reasons: z.array(z.string()),
    })
    .nullable(),
  /** Along all stops and the centre. */
  lengthM: z.int(),
  stops: z.array(stop),
});
export type BusRoute = z.output<typeof route>;
const centre = z.object({ lat: z.number(), lng: z.number() }).nullable();

const stopFields = {
  name: text({ label: 'Name', max: 80 }),
  landmark: text({ label: 'Landmark', max: 120, optional: true }),
  point: {
    ...text({ label: 'Latitude, longitude', max: 60, help: 'Paste it from a map, or click the plan' }),
    sample: '19.136400, 72.829600',
    schema: z
      .string()
      .max(60, 'At most 60 characters')
      .superRefine((value, at) => {
        const point = readPoint(value);
        if (typeof point === 'string') at.addIssue({ code: 'custom', message: point });
      }),
  },
  radiusM: integer({ label: 'Radius (m)', min: 30, max: 500 }),
  pickupAt: time({ label: 'Pick-up at', optional: true }),
  dropoffAt: time({ label: 'Drop-off at', optional: true }),
  distanceM: integer({
    label: 'Distance to the centre (m)',
    min: 0,
    max: 100_000,
    optional: true,
    help: 'Measured when it is left empty',
  }),
};

export const busRouteContract = {
  overview: query({
    ...read,
    needsCentre: true,
    needsYear: true,
    name: 'bus-route.overview',
    summary: 'Every bus route of the centre and year with its stops and whether its vehicle may run.',
    input: z.strictObject({}),
    output: z.object({ centre, routes: z.array(route) }),
  }),
  plan: query({
    ...read,
    name: 'bus-route.plan',
    summary: 'One bus route with its stops in their order.',
    input: z.strictObject(id),
    output: z.object({ centre, route, can: z.object({ change: z.boolean() }) }),
  }),
  add: command({
    ...write,
    needsCentre: true,
    needsYear: true,
    idempotent: true,
    name: 'bus-route.add',
    summary: 'Plan a bus route for the year.',
    fields: routeFields,
    output: z.object(id),
  }),
  change: command({
    ...write,
    versioned: true,
    name: 'bus-route.change',
    summary: 'Change a bus route: its days, its times or its vehicle.',
    input: id,
    fields: routeFields,
    output: nothing,
  }),
  copyYear: command({
    ...write,
    name: 'bus-route.copy-year',
    summary: 'Copy a bus route with its stops to the next academic year.',
    input: z.strictObject(id),
    output: z.object({ ...id, year: z.string() }),
  }),
  reverse: command({
    ...write,
    name: 'bus-route.reverse',
    summary: 'Make the drop-off of a pick-up route: the same stops the other way round.',
    input: id,
    fields: {
      code: routeFields.code,
      dropoffStart: time({ label: 'Leaves the centre at' }),
    },
    output: z.object(id),
  }),
  addStop: command({
    ...write,
    idempotent: true,
    name: 'bus-stop.add',
    summary: 'Add a stop at the end of a bus route.',
    input: { routeId: uuidSchema },
    fields: stopFields,
    output: z.object(id),
  }),
  changeStop: command({
    ...write,
    versioned: true,
    name: 'bus-stop.change',
    summary: 'Change a stop: its place, its times or its distance.',
    input: id,
    fields: stopFields,
    output: nothing,
  }),
  removeStop: command({
    ...write,
    versioned: true,
    name: 'bus-stop.remove',
    summary: 'Take a stop off its route; those after it move up.',
    input: z.strictObject(id),
    output: nothing,
  }),
  orderStops: command({
    ...write,
    name: 'bus-stop.order',
    summary: 'Put the stops of a bus route in another order.',
    input: z.strictObject({ routeId: uuidSchema, ids: z.array(uuidSchema).min(1).max(60) }),
    output: nothing,
  }),
};
