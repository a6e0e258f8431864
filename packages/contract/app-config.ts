import * as z from 'zod';
import { openModules, query } from './endpoint.ts';

/** What every page may know before anybody signs in (specification 7: the configured bases). Never a secret. */
export const configRead = query({
  name: 'config.read',
  summary: 'Public configuration: brand, version, demo mode.',
  path: '/api/config',
  module: openModules.anyone,
  scope: 'anyone',
  input: z.strictObject({}),
  output: z.object({
    brand: z.string(),
    version: z.string(),
    /** The demo network: a banner says so, and Login offers its sign-ins. */
    demo: z.boolean(),
    demoSignIns: z.array(z.object({ label: z.string(), identifier: z.string(), password: z.string() })),
  }),
});
