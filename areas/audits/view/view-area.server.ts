import { registerHistory, visibleRow } from '@aangan/server/record/record-history.ts';
import { auditLabels } from '../engine/audit.states.ts';
import * as finding from '../finding/finding.server.ts';
import * as review from '../review/review.server.ts';
import * as scores from '../scores/scores.server.ts';
import * as lists from './audit.listing.server.ts';
import { auditReaders } from './audit.listing.ts';
import * as centres from './centre-audits.server.ts';

export const viewFiles = [lists, centres, finding, review, scores];

/** To be called once at start. */
export const registerAuditHistory = (): void =>
  registerHistory('audit', {
    module: auditReaders,
    tables: [{ table: 'audit', title: 'Audit', by: null }],
    // Counted by itself with each answer, or told by a step already.
    columns: Object.fromEntries(
      [
        'franchisee_id',
        'type_id',
        'version_id',
        'weight_set_id',
        'device_id',
        'lease_until',
        'answered',
        'faults',
        'not_applicable',
        'raw_bp',
        'final_bp',
        'capped',
        'band',
        'total',
        'started_at',
        'submitted_at',
        'published_at',
        'closed_at',
        'visible_to_centre',
        'auditor_id',
        'reviewed_by',
        'reason',
        'academic_year_id',
      ].map((name) => [name, null]),
    ),
    states: auditLabels,
    ensureVisible: visibleRow('audit'),
  });
