import { query } from '@aangan/contract/endpoint.ts';
import * as z from 'zod';

/** State of an export; the file is read from `exportFilePath`. */
export const exportJobGet = query({
  name: 'export-job.get',
  summary: 'State of one of your exports.',
  module: '@signed-in',
  scope: 'own',
  input: z.strictObject({ id: z.uuid() }),
  output: z.object({
    id: z.string(),
    title: z.string(),
    format: z.enum(['csv', 'xlsx']),
    state: z.enum(['QUEUED', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED']),
    rowsDone: z.int(),
    rowsTotal: z.int().nullable(),
    error: z.string().nullable(),
  }),
});

export const exportFilePath = (id: string): string => `/api/export-job/file?id=${encodeURIComponent(id)}`;
