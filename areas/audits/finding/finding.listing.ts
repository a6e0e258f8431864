import { choice, date, integer, integerReference, text } from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import * as z from 'zod';
import { auditsModules as m } from '../modules.ts';
import { findingLabels, severities } from './finding.states.ts';

export const findingReaders = [m.AuditResponse, m.AuditReview, m.GeneralAudit, m.CenterHeadAudit] as const;
const late = { YES: 'Overdue', NO: 'In time' } as const;

/** /general-audit/add-reponse and /general-audit/closure-list */
export const findings = listing({
  name: 'finding',
  title: 'Findings',
  module: findingReaders,
  scope: 'centre',
  row: {
    code: text({ label: 'Question', max: 20, search: true }),
    text: text({ label: 'Finding', max: 500, search: true }),
    audit: text({ label: 'Audit', max: 30, search: true }),
    centre: text({ label: 'Centre', max: 140 }),
    severity: choice({ label: 'Severity', options: severities }),
    dueOn: date({ label: 'Due' }),
    overdue: choice({ label: 'Due day', options: late }),
    repeats: integer({ label: 'Times before' }),
    responder: text({ label: 'Answered by', max: 140, optional: true }),
    status: choice({ label: 'State', options: findingLabels }),
  },
  hidden: {
    auditId: z.string(),
    family: z.string(),
    response: z.string().nullable(),
    reason: z.string().nullable(),
    respondedBy: z.string().nullable(),
    needsPhoto: z.boolean(),
    extended: z.int(),
    /** Of how it is now, as the centre answered. */
    photoIds: z.array(z.string()),
  },
  shown: ['code', 'text', 'audit', 'severity', 'dueOn', 'repeats', 'responder', 'status'],
  filters: {
    severity: choice({ label: 'Severity', options: severities }),
    overdue: choice({ label: 'Due day', options: late }),
    dueOn: date({ label: 'Due', filter: 'range' }),
    franchiseeId: integerReference('franchisee', { label: 'Centre' }),
  },
  sorts: ['dueOn', 'severity', 'code'],
  sort: 'dueOn',
  state: 'status',
  tiles: { OPEN: 'To answer', RETURNED: 'Returned', RESPONDED: 'To verify', VERIFIED: 'To close' },
  can: ['respond', 'verify', 'return', 'close', 'extend', 'withdraw'],
});
