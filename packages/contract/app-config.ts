import * as z from 'zod';
import { openModules, query } from './endpoint.ts';

/** Addresses outside this server, from its environment; null = not configured (docs/operations/run-in-production.md). */
export const configuredBases = z.object({
  ticketing: z.url().nullable(),
  courierTracking: z.url().nullable(),
  recordedClasses: z.url().nullable(),
  marketingSite: z.url().nullable(),
  /** Where the public site thanks a family; the site itself where it has no such page. */
  thankYouPage: z.url().nullable(),
});

/** What every page may know before anybody signs in (specification 7: the configured bases). Never a secret. */
export const configRead = query({
  name: 'config.read',
  summary: 'Public configuration: brand, version, demo mode, addresses outside.',
  path: '/api/config',
  module: openModules.anyone,
  scope: 'anyone',
  input: z.strictObject({}),
  output: z.object({
    brand: z.string(),
    version: z.string(),
    bases: configuredBases,
    /** The demo network: a banner says so, and Login offers its sign-ins. */
    demo: z.boolean(),
    demoSignIns: z.array(z.object({ label: z.string(), identifier: z.string(), password: z.string() })),
  }),
});
