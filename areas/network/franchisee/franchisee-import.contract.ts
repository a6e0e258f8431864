import { command } from '@aangan/contract/endpoint.ts';
import { uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { fileToCheck, fileVerdict } from '../import-shapes.ts';
import { change } from './franchisee-shapes.ts';

/** Columns of the file, in the order of the template (network.md 2.5). */
export const franchiseeColumns = [
  'company_name*',
  'model*',
  'brand*',
  'zone_code*',
  'city*',
  'state*',
  'address1*',
  'pincode*',
  'lat',
  'lng',
  'phone',
  'email',
  'gstin',
  'store_code',
] as const;

export const franchiseeImportContract = {
  check: command({
    ...change,
    name: 'franchisee.import-check',
    summary: 'Check a file of centres; nothing is saved yet.',
    input: fileToCheck,
    output: fileVerdict,
  }),
  commit: command({
    ...change,
    idempotent: true,
    name: 'franchisee.import-commit',
    summary: 'Enter the centres of a checked file as leads, all or none.',
    input: z.strictObject({ jobId: uuidSchema }),
    output: z.object({ inserted: z.int() }),
  }),
};
