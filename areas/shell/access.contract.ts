import { command, openModules, query } from '@aangan/contract/endpoint.ts';
import { daySchema, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';

const own = { module: openModules.signedIn, scope: 'own' } as const;
/** Those who may give roles (system.md 3.7); which ones, the server decides for each request. */
const grantors = { module: ['User', 'System'], scope: 'network' } as const;

const status = z.enum(['OPEN', 'GRANTED', 'DECLINED']);
const line = (max: number) => z.string().trim().max(max, `At most ${max} characters`);

/** A role that would open what was asked, smallest first, with what else it opens for that person. */
const proposal = z.object({
  roleId: z.int(),
  role: z.string(),
  reach: z.string(),
  opens: z.array(z.string()),
});

export const accessContract = {
  ask: command({
    ...own,
    name: 'access.ask',
    summary: 'Ask for access to a screen; those who may give it are notified.',
    path: '/api/access-request/ask',
    write: false,
    input: z.strictObject({
      path: z
        .string()
        .max(300)
        .regex(/^\/(?!\/)/, 'Check the format'),
      title: line(120).default(''),
      /** The screen's gate: any one of them opens it. */
      modules: z.array(z.string().max(60)).max(10).default([]),
      write: z.boolean().default(false),
      reason: line(300).min(3, 'Say what you need it for'),
    }),
    output: z.object({ id: uuidSchema, told: z.int() }),
  }),
  about: query({
    ...own,
    name: 'access.about',
    summary: 'Titles of the modules a screen needs, and whether I have asked for it already.',
    input: z.strictObject({
      path: z.string().max(300),
      modules: z.array(z.string().max(60)).max(10).default([]),
    }),
    output: z.object({ modules: z.array(z.string()), asked: z.boolean() }),
  }),
  mine: query({
    ...own,
    name: 'access.mine',
    summary: 'What I asked for, newest first.',
    input: z.strictObject({}),
    output: z.object({
      rows: z.array(
        z.object({
          id: uuidSchema,
          title: z.string(),
          path: z.string(),
          at: z.string(),
          status,
          until: z.string().nullable(),
          answer: z.string().nullable(),
        }),
      ),
    }),
  }),
  requests: query({
    ...grantors,
    name: 'access.requests',
    summary: 'Open requests that the caller may answer, with the smallest roles that would do.',
    input: z.strictObject({}),
    output: z.object({
      rows: z.array(
        z.object({
          id: uuidSchema,
          who: z.string(),
          designation: z.string().nullable(),
          centre: z.string(),
          title: z.string(),
          path: z.string(),
          module: z.string(),
          write: z.boolean(),
          reason: z.string(),
          at: z.string(),
          proposals: z.array(proposal),
        }),
      ),
    }),
  }),
  grant: command({
    ...grantors,
    write: true,
    stepUp: true,
    name: 'access.grant',
    summary: 'Give a role for a while in answer to a request; 7 days unless said otherwise.',
    input: z.strictObject({
      id: uuidSchema,
      roleId: z.int().min(1).max(2147483647),
      to: daySchema.optional(),
    }),
    output: z.object({ role: z.string(), until: z.string() }),
  }),
  decline: command({
    ...grantors,
    write: true,
    name: 'access.decline',
    summary: 'Decline a request, with a reason the person reads.',
    input: z.strictObject({ id: uuidSchema, reason: line(300).min(3, 'Say why') }),
    output: z.object({ id: uuidSchema }),
  }),
};
