import { z } from 'zod';

/** The JSON of a fault, as the `/_sim` routes take it. */
export const httpFaultSchema = z.strictObject({
  kind: z.enum(['timeout', 'reset', 'status', 'bad-json', 'html', 'slow', 'endless', 'edit']),
  phase: z.exactOptional(z.enum(['before', 'after'])),
  status: z.exactOptional(z.int().min(400).max(599)),
  set: z.exactOptional(z.record(z.string(), z.unknown())),
  method: z.exactOptional(z.string()),
  path: z.exactOptional(z.string()),
  percent: z.exactOptional(z.number().min(0).max(100)),
  times: z.exactOptional(z.int().min(1)),
});
