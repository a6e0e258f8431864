import { command, query } from '@aangan/contract/endpoint.ts';
import { uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { change, people, userState } from './user-shapes.ts';

const account = z.object({
  id: uuidSchema,
  version: z.int(),
  name: z.string(),
  email: z.string().nullable(),
  mobile: z.string().nullable(),
  homeCentre: z.string(),
  state: userState,
  lastSignInAt: z.string().nullable(),
});
const pair = z.strictObject({ keepId: uuidSchema, dropId: uuidSchema });

/** Two accounts of one person become one. There is no way back: the roles and the work have moved. */
export const userMergeContract = {
  preview: query({
    ...people,
    name: 'user.merge-preview',
    summary: 'What would move when two accounts of a person are joined.',
    logRead: { subject: 'user', purpose: 'administration' },
    input: pair,
    output: z.object({
      keep: account,
      drop: account,
      /** `held`: the kept account has it already. */
      roles: z.array(z.object({ role: z.string(), where: z.string(), held: z.boolean() })),
      codes: z.array(z.string()),
      work: z.array(z.object({ title: z.string(), n: z.int() })),
      /** What the kept account lacks and takes over. */
      gains: z.array(z.object({ label: z.string(), value: z.string() })),
      /** With these nobody signs in afterwards. */
      endsSignIn: z.array(z.string()),
      /** Why it cannot be done; null when it can. */
      problem: z.string().nullable(),
    }),
  }),
  merge: command({
    ...change,
    stepUp: true,
    versioned: true,
    name: 'user.merge',
    summary:
      'Join two accounts of a person: roles and open work move, the other account is switched off for good.',
    input: pair,
    output: z.object({ id: uuidSchema, roles: z.int(), work: z.int() }),
  }),
};
