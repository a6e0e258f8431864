import { choice, dateTime, longText, money, percent, text } from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import * as z from 'zod';
import { financeModules } from '../modules.ts';
import { studentConcessionLabels } from './student-concession.states.ts';

/** Services decide theirs by a module of their own (system.md 12.1). */
export const APPROVE_SERVICE = 'approveServiceConcession';
export const concessionApproval = [financeModules.StudentFeeConcessionApproval, APPROVE_SERVICE] as const;

/** /approve-concession/list: concessions asked for, of plans to come and of plans that run. */
export const studentConcessions = listing({
  name: 'student-concession',
  title: 'Concessions to approve',
  module: concessionApproval,
  scope: 'centre',
  row: {
    childName: text({ label: 'Child', max: 120, search: true }),
    centre: text({ label: 'Centre', max: 120, search: true }),
    planName: text({ label: 'Fee plan', max: 120, search: true }),
    concession: text({ label: 'Concession', max: 80, search: true }),
    amount: money({ label: 'Amount' }),
    share: percent({ label: 'Share' }),
    code: text({ label: 'Level', max: 40 }),
    reason: longText({ label: 'Reason', max: 500 }),
    module: choice({ label: 'For', options: { ACADEMIC: 'Academic', SERVICE: 'Services' } }),
    askedAt: dateTime({ label: 'Asked' }),
    askedBy: text({ label: 'Asked by', max: 120, optional: true }),
    status: choice({ label: 'Status', options: studentConcessionLabels }),
  },
  hidden: {
    feeAccountId: z.string(),
    assignmentId: z.string().nullable(),
    /** Asked for a running plan; else it is decided with its plan. */
    onRunningPlan: z.boolean(),
    requestedBy: z.string().nullable(),
    /** Approval codes that cover it. */
    enough: z.array(z.string()),
  },
  shown: ['childName', 'concession', 'amount', 'share', 'code', 'planName', 'askedAt', 'status'],
  filters: {
    module: choice({ label: 'For', options: { ACADEMIC: 'Academic', SERVICE: 'Services' } }),
  },
  sorts: ['childName', 'amount', 'share', 'askedAt'],
  sort: '-askedAt',
  state: 'status',
  sums: ['amount'],
  tiles: { PENDING: 'To approve' },
  can: ['approve', 'reject', 'revoke'],
});
