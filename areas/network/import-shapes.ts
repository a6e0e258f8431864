// What a file import takes and answers, for the imports that are more than a record's (people, franchisees).
import { uuidSchema } from '@aangan/contract/fields.ts';
import { importError } from '@aangan/contract/record-endpoints.ts';
import * as z from 'zod';

export const MAX_FILE_ROWS = 5000;

export const fileToCheck = z.strictObject({
  csv: z.string().max(1_900_000, 'At most 5,000 rows'),
  fileName: z.string().trim().min(1).max(120),
});

export const fileVerdict = z.object({
  jobId: uuidSchema,
  total: z.int(),
  ok: z.int(),
  bad: z.int(),
  /** The first 500. */
  errors: z.array(importError),
});
