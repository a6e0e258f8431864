import { query } from '@aangan/contract/endpoint.ts';
import { uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { auditsModules as m } from '../modules.ts';
import { auditReaders } from './audit.listing.ts';

const last = z.object({
  typeId: uuidSchema,
  type: z.string(),
  auditId: uuidSchema,
  auditOn: z.string(),
  finalBp: z.int().nullable(),
  band: z.string().nullable(),
});

export const centreAuditsContract = {
  list: query({
    module: [m.CenterHeadAudit, m.AMSDashboard],
    scope: 'centre',
    name: 'centre-audits.list',
    summary: 'Centres with the last published score of each kind of audit.',
    input: z.strictObject({ q: z.string().trim().max(100).optional() }),
    output: z.object({
      rows: z.array(z.object({ id: z.int(), centre: z.string(), last: z.array(last), audits: z.int() })),
    }),
  }),
  get: query({
    module: [m.CenterHeadAudit, m.AMSDashboard],
    scope: 'centre',
    name: 'centre-audits.get',
    summary: 'Published audits of a centre over time.',
    input: z.strictObject({ id: z.int().min(1).max(2147483647) }),
    output: z.object({ id: z.int(), centre: z.string(), audits: z.array(last) }),
  }),
  home: query({
    module: auditReaders,
    scope: 'centre',
    name: 'audit.home',
    summary: 'What waits for this person, and the kinds of audit.',
    input: z.strictObject({ side: z.enum(['audit', 'general']) }),
    output: z.object({
      drafts: z.int(),
      returned: z.int(),
      toReview: z.int(),
      published: z.int(),
      toAnswer: z.int(),
      overdue: z.int(),
      toVerify: z.int(),
      last: z.array(
        last.extend({ number: z.string(), centre: z.string(), status: z.string(), family: z.string() }),
      ),
    }),
  }),
};
