import { command, openModules, query } from '@aangan/contract/endpoint.ts';
import { daySchema, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { systemModules } from '../system-modules.ts';

const read = { module: systemModules.System, scope: 'network' } as const;
const step = z.object({ text: z.string(), ok: z.boolean(), link: z.string().optional() });
const answer = z.object({
  allowed: z.boolean(),
  verdict: z.string(),
  /** What was asked, in words. */
  question: z.string(),
  steps: z.array(step),
});
export type AccessVerdict = z.output<typeof answer>;

const question = {
  path: z
    .string()
    .trim()
    .min(1, 'Paste the address of a screen')
    .max(300)
    .regex(/^\//, 'An address begins with /')
    .optional(),
  module: z.string().trim().max(60).optional(),
  write: z.boolean().default(false),
  franchiseeId: z.int().min(1).max(2147483647).nullable().optional(),
};

/** `ledger or payments`, `payments and offlinePayment`. */
export const gateWords = ({ modules, also }: { modules: readonly string[]; also: string | null }): string =>
  [modules.join(' or '), ...(also ? [also] : [])].join(' and ');

export const accessContract = {
  explain: query({
    ...read,
    name: 'access.explain',
    summary: 'Why somebody may or may not open a screen or module at a centre.',
    input: z.strictObject({ userId: uuidSchema, ...question }),
    output: answer,
  }),
  explainOwn: query({
    module: openModules.signedIn,
    scope: 'own',
    name: 'access.explain-own',
    summary: 'Why I may or may not open a screen.',
    input: z.strictObject(question),
    output: answer,
  }),
  catalogue: query({
    ...read,
    name: 'access.catalogue',
    summary: 'Modules and approval codes by area, to ask about.',
    input: z.strictObject({}),
    output: z.object({
      modules: z.array(z.object({ name: z.string(), title: z.string(), area: z.string() })),
      codes: z.array(z.object({ name: z.string(), title: z.string(), area: z.string() })),
    }),
  }),
  asOf: query({
    ...read,
    name: 'access.as-of',
    summary: 'Who could do something on a past day, from history.',
    logRead: { subject: 'rights-of-a-day', purpose: 'administration' },
    input: z
      .strictObject({
        on: daySchema,
        module: z.string().trim().max(60).optional(),
        write: z.boolean().default(false),
        code: z.string().trim().max(60).optional(),
        franchiseeId: z.int().min(1).max(2147483647).nullable().optional(),
      })
      .refine((asked) => (asked.module === undefined) !== (asked.code === undefined), {
        error: 'Choose a module or an approval code',
        path: ['module'],
      }),
    output: z.object({
      question: z.string(),
      people: z.int(),
      rows: z.array(
        z.object({
          userId: uuidSchema,
          name: z.string(),
          how: z.string(),
          where: z.string(),
          from: z.string().nullable(),
          to: z.string().nullable(),
        }),
      ),
    }),
  }),
  matrix: query({
    ...read,
    name: 'access.matrix',
    summary: 'Every operation and the roles that may call it, as the server decides.',
    input: z.strictObject({}),
    output: z.object({
      roles: z.array(z.object({ id: z.int(), role: z.string(), description: z.string() })),
      operations: z.array(
        z.object({
          name: z.string(),
          area: z.string(),
          summary: z.string(),
          modules: z.array(z.string()),
          /** A module needed beside one of them. */
          also: z.string().nullable(),
          method: z.string(),
          write: z.boolean(),
          scope: z.string(),
          stepUp: z.boolean(),
          /** Ids of roles; `everyone` for signed-in and public operations. */
          roles: z.array(z.int()),
          everyone: z.boolean(),
        }),
      ),
      modules: z.array(z.object({ name: z.string(), title: z.string(), area: z.string() })),
    }),
  }),
  matrixExport: command({
    ...read,
    write: false,
    name: 'access.export',
    summary: 'The access matrix as a file.',
    input: z.strictObject({ format: z.enum(['csv', 'xlsx']).default('xlsx') }),
    output: z.object({ jobId: uuidSchema }),
  }),
  diffReport: query({
    ...read,
    name: 'access.diff-report',
    summary: 'Who gained and who lost what between two days: changes of roles and of grants.',
    input: z.strictObject({ from: daySchema, to: daySchema }),
    output: z.object({
      roles: z.array(
        z.object({
          at: z.string(),
          roleId: z.int(),
          role: z.string(),
          words: z.string(),
          people: z.int(),
          by: z.string(),
        }),
      ),
      grants: z.array(
        z.object({
          at: z.string(),
          user: z.string(),
          userId: uuidSchema,
          role: z.string(),
          gained: z.boolean(),
          where: z.string(),
          by: z.string().nullable(),
        }),
      ),
    }),
  }),
};
