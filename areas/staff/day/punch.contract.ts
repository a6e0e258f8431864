import { command } from '@aangan/contract/endpoint.ts';
import { instantSchema, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { staffModules as m } from '../modules.ts';

export const punchContract = {
  check: command({
    module: m.TeacherAttendance,
    scope: 'centre',
    write: true,
    idempotent: true,
    offline: true,
    name: 'punch.check',
    summary:
      'Check in or out; the position is evidence, never a gate, and the same id again is the same punch.',
    input: z.strictObject({
      id: uuidSchema,
      kind: z.enum(['IN', 'OUT']),
      /** When it was pressed; counts when it reaches the server later, as from a device without a network. */
      capturedAt: instantSchema,
      lat: z.number().min(-90).max(90).optional(),
      lng: z.number().min(-180).max(180).optional(),
      /** Radius of the position in metres. */
      accuracy: z.number().min(0).max(100_000).optional(),
    }),
    output: z.object({
      kind: z.enum(['IN', 'OUT']),
      at: z.string(),
      /** Metres to the centre; null without a position. */
      distance: z.int().nullable(),
      outside: z.boolean().nullable(),
      offline: z.boolean(),
    }),
  }),
};
