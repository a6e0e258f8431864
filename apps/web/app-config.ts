import { query } from '@aangan/contract/endpoint.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import * as z from 'zod';

// Public parts of the configuration (specification 7, "other configured bases"); unknown ones are left out.
const configRead = query({
  name: 'config.read',
  summary: 'Public configuration: brand, version, bases.',
  path: '/api/config',
  module: '@anyone',
  scope: 'anyone',
  input: z.strictObject({}),
  output: z.object({
    brand: z.string().optional(),
    version: z.string().optional(),
    demo: z.boolean().optional(),
    demoSignIns: z
      .array(z.object({ label: z.string(), identifier: z.string(), password: z.string() }))
      .optional(),
  }),
});

/** The public configuration, or null until it is known. */
export const useAppConfig = () =>
  useQuery(configRead, {}, { background: true, fresh: 5 * 60_000 }).data ?? null;
