import { can, command, query } from '@aangan/contract/endpoint.ts';
import { emailSchema, phoneSchema, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { change, entryId, optional, people } from './user/user-shapes.ts';

const person = z.object({ id: uuidSchema, name: z.string() }).nullable();

export const departmentContract = {
  overview: query({
    ...people,
    name: 'department.overview',
    summary: 'The 13 departments with head, contact and how many people.',
    input: z.strictObject({}),
    output: z.object({
      rows: z.array(
        z.object({
          id: entryId,
          name: z.string(),
          email: z.string().nullable(),
          phone: z.string().nullable(),
          head: person,
          escalation: person,
          people: z.int(),
        }),
      ),
      can,
    }),
  }),
  save: command({
    ...change,
    name: 'department.save-contact',
    summary: 'Change contact, head and escalation of a department; its name is fixed.',
    input: z.strictObject({
      departmentId: entryId,
      email: optional(emailSchema),
      phone: optional(phoneSchema),
      headId: optional(uuidSchema),
      escalationId: optional(uuidSchema),
    }),
    output: z.object({ id: entryId }),
  }),
};
