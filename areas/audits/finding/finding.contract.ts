import { command, nothing } from '@aangan/contract/endpoint.ts';
import { date, files, longText, uuidSchema } from '@aangan/contract/fields.ts';
import { auditsModules as m } from '../modules.ts';

const id = { id: uuidSchema };
const step = { scope: 'centre', write: true, versioned: true, input: id, output: nothing } as const;
const reason = longText({ label: 'Reason', max: 500 });

export const findingContract = {
  respond: command({
    ...step,
    module: m.AuditResponse,
    name: 'finding.respond',
    summary: 'Say what was done about a finding, with photos where they are asked for.',
    fields: {
      response: longText({ label: 'What was done', max: 1000, help: 'At least ten characters.' }),
      photoIds: files({ label: 'Photos', accept: ['jpg', 'png'], maxMb: 10, most: 10, optional: true }),
    },
  }),
  verify: command({
    ...step,
    module: [m.AuditReview, m.CenterHeadAudit],
    name: 'finding.verify',
    summary: 'Verify an answer of another person; a critical finding is closed by a step of its own.',
    fields: { note: longText({ label: 'Note', max: 500, optional: true }) },
  }),
  return: command({
    ...step,
    module: [m.AuditReview, m.CenterHeadAudit],
    name: 'finding.return',
    summary: 'Give an answer back with a reason.',
    fields: { reason },
  }),
  close: command({
    ...step,
    module: m.AuditReview,
    name: 'finding.close',
    summary: 'Close a verified critical finding.',
    fields: { reason: longText({ label: 'What was seen', max: 500 }) },
  }),
  extend: command({
    ...step,
    module: m.AuditReview,
    name: 'finding.extend',
    summary: 'Give a finding more days, twice at most.',
    fields: { dueOn: date({ label: 'New due day' }), reason },
  }),
  withdraw: command({
    ...step,
    module: m.AuditReview,
    name: 'finding.withdraw',
    summary: 'Withdraw a finding that was none.',
    fields: { reason },
  }),
};
