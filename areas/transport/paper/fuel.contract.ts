import { query } from '@aangan/contract/endpoint.ts';
import { uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { transportModules as m } from '../modules.ts';

export const fuelContract = {
  economy: query({
    name: 'vehicle-fuel.economy',
    summary: 'Kilometres of a litre between two full tanks, for the fillings asked about.',
    module: m.VehicleDetails,
    scope: 'centre',
    inBody: true,
    input: z.strictObject({ ids: z.array(uuidSchema).max(200) }),
    output: z.object({
      rows: z.array(
        z.object({
          id: uuidSchema,
          /** Null: a part filling, the first full one, or an odometer that went back. */
          kmPerLitre: z.number().nullable(),
          /** Below 70 % of the median of the six before. */
          low: z.boolean(),
          odometerBack: z.boolean(),
        }),
      ),
    }),
  }),
};
