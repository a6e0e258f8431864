import { command } from '@aangan/contract/endpoint.ts';
import { uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { studentModules } from '../modules.ts';

const change = { module: studentModules.student, write: true, scope: 'centre' } as const;

/** At most so many children's parents are invited at once. */
export const INVITED_AT_ONCE = 60;

export const parentInviteContract = {
  invite: command({
    ...change,
    name: 'parent.invite',
    summary:
      'Give a guardian a sign-in and send the link for its password; an open invitation is sent again.',
    input: z.strictObject({ studentId: uuidSchema, guardianId: uuidSchema }),
    /** ACTIVE: this number signs in already, and now sees this child too. */
    output: z.object({ state: z.enum(['INVITED', 'ACTIVE']) }),
  }),
  inviteAll: command({
    ...change,
    name: 'parent.invite-all',
    summary: 'Invite the first guardian of each of these children who does not sign in yet.',
    input: z.strictObject({
      studentIds: z
        .array(uuidSchema)
        .min(1, 'Choose a child')
        .max(INVITED_AT_ONCE, `At most ${INVITED_AT_ONCE} children`),
    }),
    output: z.object({
      invited: z.int(),
      /** They sign in already. */
      active: z.int(),
      /** Children whose first guardian cannot be invited, with the reason. */
      left: z.array(z.object({ studentId: uuidSchema, reason: z.string() })),
    }),
  }),
};
