import { command, query } from '@aangan/contract/endpoint.ts';
import { instantSchema, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { transportModules as m } from '../modules.ts';
import { tripModules } from './trip.contract.ts';

export const TRACK_DAYS = 30;
export const MOST_POINTS = 60;
const point = z.object({
  at: instantSchema,
  lat: z.number().min(6).max(38),
  lng: z.number().min(68).max(98),
});
export type TrackPoint = z.output<typeof point>;

export const trackContract = {
  record: command({
    module: tripModules,
    scope: 'centre',
    write: true,
    name: 'trip-track.record',
    summary:
      'Where the bus was, from the phone of its driver or attendant; what is not of the running trip is dropped.',
    input: z.strictObject({
      tripId: uuidSchema,
      /** Made by the device: the same again is the same piece. */
      id: uuidSchema,
      points: z.array(point).min(1).max(MOST_POINTS),
    }),
    output: z.object({ kept: z.int() }),
  }),
  read: query({
    module: m.VehicleActualRoute,
    scope: 'centre',
    logRead: { subject: 'trip', purpose: 'transport' },
    name: 'trip-track.read',
    summary: 'The way of a trip as it was driven. Where nothing came from the phone there is a gap.',
    input: z.strictObject({ id: uuidSchema }),
    output: z.object({ parts: z.array(z.array(point)) }),
  }),
};
