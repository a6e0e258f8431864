import { command, nothing, query } from '@aangan/contract/endpoint.ts';
import { integer } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { auditsModules as m } from '../modules.ts';
import { type AmsPart, amsParts } from './ams-words.ts';

const read = { module: m.AMSConfiguration, scope: 'network' } as const;
const write = { ...read, write: true } as const;
const part = z.enum(Object.keys(amsParts) as [AmsPart, ...AmsPart[]]);
const role = z.object({ id: z.int(), label: z.string() });

export const amsRoleContract = {
  list: query({
    ...read,
    name: 'ams-role.list',
    summary: 'The parts of AMS, the roles that may have them, and how many people hold those.',
    input: z.strictObject({}),
    output: z.object({
      parts: z.array(
        z.object({
          part,
          roles: z.array(role.extend({ people: z.int() })),
          /** Roles of the reach it needs, which do not have it yet. */
          others: z.array(role),
        }),
      ),
    }),
  }),
  add: command({
    ...write,
    name: 'ams-role.add',
    summary: 'Let the people of a role have a part of AMS.',
    input: { part },
    fields: { roleId: integer({ label: 'Role', min: 1, max: 32_767 }) },
    output: nothing,
  }),
  remove: command({
    ...write,
    name: 'ams-role.remove',
    summary: 'Take a part of AMS from a role. Refused while one of its people is allocated.',
    input: z.strictObject({ part, roleId: z.int().min(1).max(32_767) }),
    output: nothing,
  }),
};
export type AmsPartRow = z.output<typeof amsRoleContract.list.output>['parts'][number];
