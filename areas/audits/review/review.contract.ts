import { command, nothing, query } from '@aangan/contract/endpoint.ts';
import { longText, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { auditsModules as m } from '../modules.ts';

const id = { id: uuidSchema };
const step = { module: m.AuditReview, scope: 'centre', write: true, versioned: true, input: id } as const;
const reason = longText({ label: 'Reason', max: 500 });

export const auditReviewContract = {
  approve: command({
    ...step,
    input: z.strictObject(id),
    name: 'audit-review.approve',
    summary: 'Publish an audit of another person: the centre sees it, and each fault becomes a finding.',
    output: z.object({ findings: z.int() }),
  }),
  return: command({
    ...step,
    name: 'audit-review.return',
    summary: 'Give an audit back to its auditor with a reason.',
    fields: { reason },
    output: nothing,
  }),
  void: command({
    ...step,
    name: 'audit-review.void',
    summary: 'Make an audit void; its findings are withdrawn.',
    fields: { reason },
    output: nothing,
  }),
  acknowledge: command({
    module: m.TeacherAuditView,
    scope: 'centre',
    write: true,
    name: 'audit-review.acknowledge',
    summary: 'Say that the own audit was read; once.',
    input: z.strictObject(id),
    output: nothing,
  }),
  mine: query({
    module: m.TeacherAuditView,
    scope: 'centre',
    name: 'audit-review.mine',
    summary: 'Published audits about the caller.',
    input: nothing,
    output: z.object({
      rows: z.array(
        z.object({
          ...id,
          number: z.string(),
          type: z.string(),
          auditOn: z.string(),
          finalBp: z.int().nullable(),
          band: z.string().nullable(),
          acknowledgedAt: z.string().nullable(),
        }),
      ),
    }),
  }),
};
