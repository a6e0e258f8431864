import * as z from 'zod';
import { command, nothing, openModules, query } from './endpoint.ts';
import { uuidSchema } from './fields.ts';

export const exportStates = ['QUEUED', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED'] as const;

const job = z.object({
  id: z.string(),
  title: z.string(),
  contract: z.string(),
  format: z.enum(['csv', 'xlsx']),
  state: z.enum(exportStates),
  rowsDone: z.int(),
  rowsTotal: z.int().nullable(),
  bytes: z.int().nullable(),
  error: z.string().nullable(),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
  expiresOn: z.string(),
});

/** One's own exports; the file is read from `/api/export-job/file?id=`. */
export const exportJobContract = {
  list: query({
    name: 'export-job.list',
    summary: 'Your newest 50 exports.',
    module: openModules.signedIn,
    scope: 'own',
    input: nothing,
    output: z.object({ rows: z.array(job) }),
  }),
  get: query({
    name: 'export-job.get',
    summary: 'State of one of your exports.',
    module: openModules.signedIn,
    scope: 'own',
    input: z.strictObject({ id: uuidSchema }),
    output: job,
  }),
  cancel: command({
    name: 'export-job.cancel',
    summary: 'Stop one of your exports.',
    module: openModules.signedIn,
    write: false,
    scope: 'own',
    input: z.strictObject({ id: uuidSchema }),
    output: job,
  }),
};
