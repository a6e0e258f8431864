import { command, nothing, query } from '@aangan/contract/endpoint.ts';
import { daySchema, file, instantSchema, integer, longText, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { transportModules as m } from '../modules.ts';
import { paperStatusLabels } from './paper-cover.ts';
import { blockingKinds, type PaperKindName, paperKinds } from './paper-kinds.ts';
import { type Readiness, readinessLabels } from './readiness.ts';
import { vehicleActions, vehicleStatusLabels } from './vehicle.states.ts';
import { vehicleFields } from './vehicle-fields.ts';

const read = { module: m.VehicleDetails, scope: 'centre' } as const;
const write = { ...read, write: true } as const;
const id = { id: uuidSchema };
const namesOf = <T extends string>(list: Readonly<Record<T, unknown>>) =>
  z.enum(Object.keys(list) as [T, ...T[]]);
const kind = namesOf<PaperKindName>(paperKinds);
const statuses = namesOf(paperStatusLabels);

const cell = z.object({
  kind,
  status: statuses,
  daysLeft: z.int().nullable(),
  endsOn: daySchema.nullable(),
  words: z.string(),
  overriddenUntil: instantSchema.nullable(),
});
const boardRow = z.object({
  ...id,
  version: z.int(),
  regNo: z.string(),
  name: z.string().nullable(),
  status: namesOf(vehicleStatusLabels),
  registeredOn: daySchema,
  childSeats: z.int(),
  odometerKm: z.int().nullable(),
  readiness: namesOf<Readiness>(readinessLabels),
  reasons: z.array(z.string()),
  cells: z.array(cell),
});
export type BoardRow = z.output<typeof boardRow>;
export type BoardCell = z.output<typeof cell>;

export const vehicleContract = {
  board: query({
    ...read,
    needsCentre: true,
    name: 'vehicle.board',
    summary: 'Every vehicle of the centre with the cover of its papers and whether it may run today.',
    input: z.strictObject({}),
    output: z.object({ today: daySchema, soonDays: z.int(), vehicles: z.array(boardRow) }),
  }),
  page: query({
    ...read,
    name: 'vehicle.page',
    summary: 'One vehicle: readiness, its ten kinds of papers by date, and what was overridden.',
    input: z.strictObject(id),
    output: z.object({
      ...boardRow.shape,
      childSeatsMost: z.int(),
      papers: z.array(
        z.object({
          ...id,
          kind,
          number: z.string().nullable(),
          startsOn: daySchema,
          endsOn: daySchema.nullable(),
          status: statuses.nullable(),
          amount: z.int().nullable(),
        }),
      ),
      overrides: z.array(
        z.object({
          ...id,
          kind: z.string(),
          reason: z.string(),
          toAt: instantSchema,
          by: z.string().nullable(),
        }),
      ),
      can: z.object({ change: z.boolean(), override: z.boolean() }),
    }),
  }),
  add: command({
    ...write,
    needsCentre: true,
    idempotent: true,
    name: 'vehicle.add',
    summary: 'Add a vehicle to the centre.',
    fields: vehicleFields,
    output: z.object(id),
  }),
  change: command({
    ...write,
    versioned: true,
    name: 'vehicle.change',
    summary: 'Change what a vehicle is.',
    input: id,
    fields: vehicleFields,
    output: nothing,
  }),
  setStatus: command({
    ...write,
    versioned: true,
    name: 'vehicle.set-status',
    summary: 'Send a vehicle to maintenance, put it into use, take it out or retire it for good.',
    input: { ...id, action: namesOf(vehicleActions) },
    fields: {
      reason: longText({ label: 'Reason', max: 300, optional: true, help: 'Needed to retire a vehicle' }),
    },
    output: nothing,
  }),
  override: command({
    ...write,
    name: 'transport-override.give',
    summary: 'Let a vehicle run for at most 48 hours without a paper that is being renewed.',
    // One that can never be overridden is refused with its name.
    input: { ...id, kind: z.enum(blockingKinds as [PaperKindName, ...PaperKindName[]]) },
    fields: {
      hours: integer({ label: 'For how many hours', min: 1, max: 48 }),
      reason: {
        ...longText({ label: 'Reason', max: 500, help: 'At least 20 characters; head office reads it' }),
        schema: z.string().trim().min(20, 'At least 20 characters').max(500, 'At most 500 characters'),
      },
      proof: file({ label: 'Acknowledgement of the renewal', accept: ['pdf', 'jpg', 'png'] }),
    },
    output: nothing,
  }),
  printStickers: command({
    ...write,
    name: 'vehicle-sticker.print',
    summary: 'Print new stickers for front and back seat; those printed before stop to count.',
    input: z.strictObject(id),
    output: z.object({ fileId: uuidSchema, name: z.string() }),
  }),
};
