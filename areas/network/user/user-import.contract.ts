import { command } from '@aangan/contract/endpoint.ts';
import { uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { fileToCheck, fileVerdict } from '../import-shapes.ts';
import { change } from './user-shapes.ts';

/** Columns of the file, in the order of the template; required ones carry a star (network.md 2.5). */
export const userColumns = [
  'first_name*',
  'last_name',
  'email*',
  'mobile*',
  'department*',
  'designation',
  'employee_code',
  'role*',
  'scope*',
  'zone_code',
  'franchisee_id',
  'from',
  'to',
] as const;

export const userImportContract = {
  check: command({
    ...change,
    name: 'user.import-check',
    summary: 'Check a file of people; nothing is saved yet.',
    input: fileToCheck,
    output: fileVerdict,
  }),
  commit: command({
    ...change,
    idempotent: true,
    name: 'user.import-commit',
    summary: 'Create and invite the people of a checked file, all or none.',
    input: z.strictObject({ jobId: uuidSchema }),
    output: z.object({ inserted: z.int() }),
  }),
};
