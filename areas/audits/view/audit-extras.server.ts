import type { Endpoint } from '@aangan/contract/endpoint.ts';
import type { HealthMeasure } from '@aangan/server/endpoint/area-extras.ts';
import {
  countCards,
  type HomeCards,
  type HomeContext,
  type HomeFilters,
} from '@aangan/server/endpoint/home-card.ts';
import type { ServedListing } from '@aangan/server/listing/serve-listing.ts';
import { sql } from 'kysely';
import { findings } from '../finding/finding.listing.ts';
import { findingListing } from '../finding/finding.server.ts';
import { auditsModules as m } from '../modules.ts';
import { amsVisitListing } from '../schedule/ams-visit.listing.server.ts';
import { amsVisits } from '../schedule/ams-visit.listing.ts';
import { auditListing } from './audit.listing.server.ts';
import { audits } from './audit.listing.ts';

interface Waiting {
  key: `audits.${string}`;
  title: string;
  module: string;
  /** What there is to do; null for what is only told. */
  action: string | null;
  on: HomeCards['cards'][number]['on'];
  path: string;
  list: Endpoint;
  rows: Pick<ServedListing<unknown>, 'rowsOf'>;
  filters(context: HomeContext): HomeFilters;
}

const WORK: readonly Waiting[] = [
  {
    key: 'audits.visits-today',
    title: 'Visits of today',
    module: m.AMSDashboard,
    action: null,
    on: { zone: 3 },
    path: '/ams/ams-visit-schedule',
    list: amsVisits.endpoints.list,
    rows: amsVisitListing,
    filters: ({ today }) => ({
      plannedOn: { from: today, to: today },
      status: ['SCHEDULED', 'MOVE_REQUESTED', 'IN_PROGRESS'],
    }),
  },
  {
    key: 'audits.to-review',
    title: 'Audits to review',
    module: m.AuditReview,
    action: 'Review',
    on: { zone: 50, operations: 71 },
    path: '/audit/list',
    list: audits.endpoints.list,
    rows: auditListing,
    // As the screen, which shows no general audits.
    filters: () => ({ status: 'SUBMITTED', family: ['CENTRE_HEAD', 'AMS'] }),
  },
  {
    key: 'audits.to-answer',
    title: 'Findings to answer',
    module: m.AuditResponse,
    action: 'Answer',
    on: { owner: 71, centre: 71 },
    path: '/general-audit/add-reponse',
    list: findings.endpoints.list,
    rows: findingListing,
    filters: () => ({ status: ['OPEN', 'RETURNED'] }),
  },
  {
    key: 'audits.to-verify',
    title: 'Findings to verify',
    module: m.AuditReview,
    action: 'Verify',
    on: { zone: 51, operations: 72 },
    path: '/general-audit/closure-list',
    list: findings.endpoints.list,
    rows: findingListing,
    filters: () => ({ status: ['RESPONDED', 'VERIFIED'] }),
  },
];

export const auditHomeCards: readonly HomeCards[] = WORK.map((work) => ({
  module: work.module,
  read: async (db, context) =>
    countCards(db, {
      [work.key]: await work.rows.rowsOf({ db, actor: context.actor }, work.filters(context)),
    }),
  cards: [
    {
      key: work.key,
      title: work.title,
      unit: 'count',
      picture: 'number',
      on: work.on,
      ...(work.action === null ? {} : { todo: { action: work.action, by: work.module } }),
      drill: {
        path: work.path,
        list: work.list,
        filters: work.filters,
        measures: 'rows',
      },
    },
  ],
}));

const last = sql`select distinct on (a.franchisee_id) a.franchisee_id, a.id, a.number, (a.final_bp + 50) / 100 as percent from audit a join audit_type t on t.id = a.type_id
  where t.family = 'AMS' and a.mode = 'REGULAR' and a.status in ('PUBLISHED', 'CLOSED') and a.final_bp is not null`;
const NEWEST = sql`order by a.franchisee_id, a.audit_on desc, a.id`;

/** The audits part of a centre's health: the last published score of a visit, less for critical findings past their day. */
export const auditsHealth: HealthMeasure = {
  key: 'audits',
  totals: async (db, franchiseeIds, today) => {
    const ids = franchiseeIds as number[];
    const { rows } = await sql<{ id: number; n: number; overdue: number }>`
      select l.franchisee_id as id, l.percent as n, (select count(*)::int from audit_finding g where g.franchisee_id = l.franchisee_id and g.severity = 'CRITICAL'
          and g.status in ('OPEN', 'RETURNED') and g.due_on < ${today}::date) as overdue
        from (${last} and a.franchisee_id = any (${ids}::int[]) ${NEWEST}) l`.execute(db);
    return new Map(rows.map(({ id, n, overdue }) => [id, { n, d: 100, overdue }]));
  },
  rows: async (db, franchiseeId) => {
    const { rows } = await sql<{ id: string; number: string; n: number }>`
      select l.id, l.number, l.percent as n from (${last} and a.franchisee_id = ${franchiseeId} ${NEWEST}) l`.execute(
      db,
    );
    return rows.map(({ id, number, n }) => ({ label: number, link: `/audit/viewAudit/${id}`, n, d: 100 }));
  },
};
