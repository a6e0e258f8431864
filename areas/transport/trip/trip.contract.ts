import { can, command, nothing, query } from '@aangan/contract/endpoint.ts';
import { daySchema, instantSchema, longText, reference, text, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { transportModules as m } from '../modules.ts';
import { tripAlarm } from './alarm.contract.ts';
import { childKinds, scanKinds, scanReasons } from './judge-scan.ts';
import { childLabels, runDirections, startCheckNames, tripLabels } from './trip.states.ts';

/** Escorts hold `transportTrip` alone and reach their own trips only. */
export const tripModules = [m.ESCORT_DIGITAL_ID, m.transportTrip] as const;
const read = { module: tripModules, scope: 'centre' } as const;
const write = { ...read, write: true } as const;
const desk = { module: m.ESCORT_DIGITAL_ID, scope: 'centre', write: true } as const;
const id = { id: uuidSchema };
const namesOf = <T extends string>(list: Readonly<Record<T, unknown>>) =>
  z.enum(Object.keys(list) as [T, ...T[]]);
const instant = instantSchema.nullable();
const shown = z.string().nullable();

const head = {
  ...id,
  version: z.int(),
  date: daySchema,
  route: z.string(),
  routeName: z.string(),
  direction: namesOf(runDirections),
  regNo: shown,
  driver: shown,
  attendant: shown,
  status: namesOf(tripLabels),
  plannedStart: instantSchema,
  plannedEnd: instantSchema,
  startedAt: instant,
  arrivedAt: instant,
  checkDueAt: instant,
  completedAt: instant,
};
const boardRow = z.object({
  ...head,
  vehicleId: uuidSchema.nullable(),
  driverId: uuidSchema.nullable(),
  attendantId: uuidSchema.nullable(),
  forced: z.boolean(),
  cancelReason: shown,
  expected: z.int(),
  onBoard: z.int(),
  off: z.int(),
  nextStop: shown,
  delayMin: z.int().nullable(),
  can,
});
export type TripRow = z.output<typeof boardRow>;
const receiver = z.object({
  ...id,
  kind: z.enum(['GUARDIAN', 'PICKUP_PERSON']),
  name: z.string(),
  relation: z.string(),
  /** May not, though known to the family: shown so that nobody errs. */
  refused: z.boolean(),
});
const child = z.object({
  ...id,
  name: z.string(),
  className: shown,
  state: namesOf(childLabels),
  /** Where the child is brought instead of the stop or the centre. */
  place: shown,
  onAt: instant,
  offAt: instant,
  receivedBy: shown,
  returned: z.boolean(),
  /** The newest scan that counts, so that a device judges alike. */
  last: z.object({ kind: z.enum(childKinds), at: instantSchema, before: namesOf(childLabels) }).nullable(),
  receivers: z.array(receiver),
});
export type RunChild = z.output<typeof child>;
const run = z.object({
  ...head,
  /** The caller drives or attends: this phone tells where the bus is. */
  own: z.boolean(),
  checkPhoto: z.boolean(),
  /** How long the bus waits at a stop. */
  waitMs: z.int(),
  /** The highest number in the caller's queue that has arrived. */
  seq: z.int(),
  /** What was tapped and not accepted, newest first. */
  refused: z.array(
    z.object({
      ...id,
      kind: z.enum(scanKinds),
      child: shown,
      at: instantSchema,
      reason: namesOf(scanReasons),
      text: z.string(),
    }),
  ),
  attendantNeeded: z.boolean(),
  /** Where the vehicle goes beside its stops. */
  places: z.array(z.object({ name: z.string(), arriveAt: shown })),
  stops: z.array(
    z.object({
      ...id,
      seq: z.int(),
      name: z.string(),
      plannedAt: instant,
      reachedAt: instant,
      children: z.array(child),
    }),
  ),
  can,
});
export type Run = z.output<typeof run>;

const code = { ...text({ label: 'Code of the sticker', max: 40 }), sample: 'ABC234' };

/** Of a photo of the empty vehicle, as the device makes it smaller. */
export const PHOTO_BYTES = 400_000;

export const tripContract = {
  board: query({
    ...read,
    needsCentre: true,
    name: 'trip.board',
    summary: 'The trips of a day by time, what is open from days before, and the open alarms.',
    input: z.strictObject({ date: daySchema.optional() }),
    output: z.object({
      date: daySchema,
      today: daySchema,
      /** Why no children come that day. */
      closed: shown,
      trips: z.array(boardRow),
      alarms: z.array(tripAlarm),
      can: z.object({ make: z.boolean() }),
    }),
  }),
  make: command({
    ...desk,
    needsCentre: true,
    name: 'trip.make',
    summary:
      'Make the trips of a day that are missing, and bring those not started up to date with their routes.',
    input: z.strictObject({ date: daySchema }),
    output: z.object({ made: z.int() }),
  }),
  run: query({
    ...read,
    logRead: { subject: 'trip', purpose: 'transport' },
    name: 'trip.run',
    summary: 'One trip with its stops, the children of each and who may receive them.',
    input: z.strictObject(id),
    output: run,
  }),
  start: command({
    ...write,
    name: 'trip.start',
    summary: 'Start a trip: the front sticker of its vehicle and ten checks.',
    input: {
      ...id,
      checks: z.strictObject(Object.fromEntries(startCheckNames.map((name) => [name, z.boolean()]))),
    },
    fields: { code },
    output: nothing,
  }),
  scan: command({
    ...write,
    idempotent: true,
    // A bus drives through places without a network.
    offline: true,
    name: 'scan.record',
    summary:
      'What was tapped on the bus: of a child, of a stop, the end of the route, the sticker behind the last row. Sent twice it counts once; what is not accepted stays on the trip’s log.',
    input: z.strictObject({
      tripId: uuidSchema,
      /** Made by the device: the same again is the same scan. */
      ...id,
      /** The place in the queue of the device. */
      seq: z.int().min(1).max(100_000),
      kind: z.enum(scanKinds),
      childId: uuidSchema.nullable(),
      receiverId: uuidSchema.nullable(),
      /** Of REACH; null: the centre. */
      stopId: uuidSchema.nullable(),
      /** Of REAR_CHECK. */
      code: z.string().trim().min(1).max(40).nullable(),
      /** JPEG or PNG, base64: a photo waits for the network with its scan. */
      photo: z
        .string()
        .regex(/^[A-Za-z0-9+/]+={0,2}$/, 'Take the photo again')
        .max(Math.ceil(PHOTO_BYTES / 3) * 4, 'This photo is too large. Take it again')
        .nullable(),
      atDevice: instantSchema,
    }),
    output: z.object({
      result: z.enum(['ALLOWED', 'WARNED', 'DENIED']),
      reason: namesOf(scanReasons).nullable(),
      text: shown,
      /** Of the child, afterwards. */
      state: namesOf(childLabels).nullable(),
    }),
  }),
  sos: command({
    ...write,
    name: 'trip.sos',
    summary: 'Call for help from a running trip: everybody who answers alarms is told at once.',
    input: z.strictObject(id),
    output: nothing,
  }),
  swap: command({
    ...desk,
    versioned: true,
    name: 'trip.swap',
    summary: 'Give a trip that has not started another vehicle or other staff.',
    input: id,
    fields: {
      vehicleId: reference('vehicle', { label: 'Vehicle' }),
      driverId: reference('escort-person', { label: 'Driver' }),
      attendantId: reference('escort-person', { label: 'Attendant', optional: true }),
    },
    output: nothing,
  }),
  cancel: command({
    ...desk,
    versioned: true,
    name: 'trip.cancel',
    summary: 'Cancel a trip that has not started.',
    input: id,
    fields: { reason: longText({ label: 'Reason', max: 300 }) },
    output: nothing,
  }),
  forceClose: command({
    ...desk,
    versioned: true,
    name: 'trip.force-close',
    summary:
      'Close a trip without the sticker behind the last row, when no child is open; head office is told.',
    input: id,
    fields: {
      reason: {
        ...longText({ label: 'Reason', max: 300, help: 'At least 20 characters; head office reads it' }),
        schema: z.string().trim().min(20, 'At least 20 characters').max(300, 'At most 300 characters'),
      },
    },
    output: nothing,
  }),
};
