import { pageOf, query } from '@aangan/contract/endpoint.ts';
import { instantSchema, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { tripModules } from './trip.contract.ts';
import { runDirections, tripLabels } from './trip.states.ts';

const namesOf = <T extends string>(list: Readonly<Record<T, unknown>>) =>
  z.enum(Object.keys(list) as [T, ...T[]]);

/** What an escort's home counts. */
export const dueTripsContract = {
  due: query({
    module: tripModules,
    scope: 'centre',
    name: 'trip.due',
    summary: 'Trips of today that are not over, and what was left open before; an escort’s own ones.',
    input: z.strictObject({ limit: z.coerce.number().int().optional() }),
    output: pageOf(
      z.object({
        id: uuidSchema,
        route: z.string(),
        direction: namesOf(runDirections),
        status: namesOf(tripLabels),
        plannedStart: instantSchema,
      }),
    ),
  }),
};
