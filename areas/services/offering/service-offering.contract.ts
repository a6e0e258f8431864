import { command, nothing, query } from '@aangan/contract/endpoint.ts';
import { boolean, choice, date, integer, reference, text, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { directions, slabs } from '../catalogue/service-words.ts';
import { servicesModules as m } from '../modules.ts';
import { serviceOfferings } from './service-offering.listing.ts';

const read = { module: [m.services, m.ServiceType], scope: 'centre' } as const;
const write = { ...read, write: true } as const;
const id = { id: uuidSchema };

const terms = {
  seats: integer({ label: 'Seats', min: 1, max: 2000, optional: true }),
  startsOn: date({ label: 'First day' }),
  endsOn: date({ label: 'Last day' }),
  waitlist: boolean({ label: 'Keep a wait list when it is full' }),
  active: boolean({ label: 'Open for enquiries' }),
};

/** A band of distance: metres, `toM` excluded. */
const band = {
  fromM: integer({ label: 'From (metres)', min: 0, max: 200_000 }),
  toM: integer({ label: 'Below (metres)', min: 1, max: 200_000 }),
  /** An approved plan of module SERVICE; `service-offering.plans` has them. */
  feePlanId: { ...text({ label: 'Fee plan', max: 36 }), schema: uuidSchema },
};

const slabRow = z.object({
  id: uuidSchema,
  version: z.int(),
  slab: z.enum(Object.keys(slabs) as [keyof typeof slabs]),
  direction: z.enum(Object.keys(directions) as [keyof typeof directions]),
  fromM: z.int(),
  toM: z.int(),
  feePlanId: uuidSchema,
  planName: z.string(),
  /** Paise of the whole year. */
  planTotal: z.int(),
});
export type SlabRow = z.output<typeof slabRow>;

export const serviceOfferingContract = {
  get: query({
    ...read,
    name: 'service-offering.get',
    summary: 'One offering with its fare slabs.',
    input: z.strictObject(id),
    output: z.object({ offering: serviceOfferings.rowSchema, slabs: z.array(slabRow) }),
  }),
  plans: query({
    ...read,
    name: 'service-offering.plans',
    summary: 'Approved service plans that the slabs of an offering may point to.',
    input: z.strictObject(id),
    output: z.object({ rows: z.array(z.object({ id: uuidSchema, name: z.string(), total: z.int() })) }),
  }),
  open: command({
    ...write,
    idempotent: true,
    needsCentre: true,
    needsYear: true,
    name: 'service-offering.open',
    summary: 'Open a service at the chosen centre for the chosen year.',
    fields: { serviceId: reference('service', { label: 'Service' }), ...terms },
    output: z.object(id),
  }),
  change: command({
    ...write,
    versioned: true,
    name: 'service-offering.change',
    summary: 'Change seats, dates or wait list of an offering, or close it.',
    input: id,
    fields: terms,
    output: nothing,
  }),
  copyYear: command({
    ...write,
    idempotent: true,
    needsCentre: true,
    needsYear: true,
    name: 'service-offering.copy-year',
    summary: 'Open the services of the chosen year for the year after it, without their fare slabs.',
    output: z.object({ opened: z.int(), kept: z.int() }),
    input: z.strictObject({}),
  }),
  addSlab: command({
    ...write,
    idempotent: true,
    name: 'service-offering.add-slab',
    summary: 'Price a band of distance of a transport service in one direction.',
    input: { offeringId: uuidSchema },
    fields: {
      slab: choice({ label: 'Slab', options: slabs }),
      direction: choice({ label: 'Direction', options: directions }),
      ...band,
    },
    output: z.object(id),
  }),
  changeSlab: command({
    ...write,
    versioned: true,
    name: 'service-offering.change-slab',
    summary: 'Change the distances or the plan of a fare slab; children keep what they have.',
    input: id,
    fields: band,
    output: nothing,
  }),
  removeSlab: command({
    ...write,
    versioned: true,
    name: 'service-offering.remove-slab',
    summary: 'Take a fare slab away; children keep what they have.',
    input: z.strictObject(id),
    output: nothing,
  }),
};
