import {
  choice,
  date,
  integer,
  integerReference,
  percent,
  reference,
  text,
} from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import * as z from 'zod';
import { families } from '../catalogue/catalogue.choices.ts';
import { auditLabels, generalLabels } from '../engine/audit.states.ts';
import { auditsModules as m } from '../modules.ts';

/** Whether it waits for its review longer than the settings allow. */
const late = { YES: 'Overdue', NO: 'No' } as const;
export const bands = { A: 'A', B: 'B', C: 'C', D: 'D' } as const;

/** Whoever conducts, reviews or answers audits; each sees the kinds their right is for. */
export const auditReaders = [
  m.GeneralAudit,
  m.CenterHeadAudit,
  m.AMSSchedule,
  m.AMSDashboard,
  m.AuditReview,
  m.AuditResponse,
] as const;

/** /audit/list, /general-audit/generalAudits/all and the lists made of it. */
export const audits = listing({
  name: 'audit',
  title: 'Audits',
  module: auditReaders,
  scope: 'centre',
  row: {
    number: text({ label: 'Audit', max: 30, search: true }),
    type: text({ label: 'Kind', max: 80, search: true }),
    centre: text({ label: 'Centre', max: 140, search: true }),
    subject: text({ label: 'About', max: 140, optional: true, search: true }),
    auditOn: date({ label: 'Day' }),
    auditor: text({ label: 'Auditor', max: 140 }),
    answered: integer({ label: 'Answered' }),
    total: integer({ label: 'Questions' }),
    faults: integer({ label: 'Faults' }),
    score: percent({ label: 'Score', optional: true }),
    band: choice({ label: 'Band', options: bands, optional: true }),
    status: choice({ label: 'State', options: auditLabels }),
    generalStatus: choice({ label: 'Status', options: generalLabels, optional: true }),
  },
  hidden: {
    family: z.string(),
    reviewLate: z.enum(['YES', 'NO']),
    typeId: z.string(),
    auditorId: z.string(),
    staffId: z.string().nullable(),
    device: z.string().nullable(),
  },
  shown: ['number', 'type', 'centre', 'subject', 'auditOn', 'auditor', 'faults', 'score', 'band', 'status'],
  filters: {
    typeId: reference('audit-type', { label: 'Kind' }),
    family: choice({ label: 'Family', options: families }),
    auditOn: date({ label: 'Day', filter: 'range' }),
    band: choice({ label: 'Band', options: bands }),
    generalStatus: choice({ label: 'Status', options: generalLabels }),
    reviewLate: choice({ label: 'Review', options: late }),
    franchiseeId: integerReference('franchisee', { label: 'Centre' }),
  },
  sorts: ['auditOn', 'number', 'score', 'faults'],
  sort: '-auditOn',
  state: 'status',
  can: ['answer'],
});
