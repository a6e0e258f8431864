import { bars, board, figure, table } from '@aangan/contract/board.ts';
import { can, query } from '@aangan/contract/endpoint.ts';
import { uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { findings } from '../finding/finding.listing.ts';
import { auditsModules as m } from '../modules.ts';
import { amsVisits } from '../schedule/ams-visit.listing.ts';
import { audits } from '../view/audit.listing.ts';
import { amsCentres } from './ams-centre.listing.ts';
import { firstAudits } from './first-audit.listing.ts';

const centres = { path: '/amsv1/myCenters', list: amsCentres.endpoints.list } as const;
const sumOf = (sum: string) => ({ ...centres, measures: { sum } });
const visits = {
  path: '/ams/ams-visit-schedule',
  list: amsVisits.endpoints.list,
  measures: 'rows',
} as const;
const count = { unit: 'count' } as const;
const of = {
  centres: { ...count, label: 'Centres', measures: 'rows' },
  allocated: { ...count, label: 'Allocated', measures: { sum: 'managed' } },
  need: { ...count, label: 'Needed', measures: { sum: 'need' } },
  done: { ...count, label: 'Done', measures: { sum: 'done' } },
  planned: { ...count, label: 'Planned', measures: { sum: 'planned' } },
  missed: { ...count, label: 'Missed', measures: { sum: 'missed' } },
} as const;
// Beside the chart there is room for three.
const beside = { centres: of.centres, need: of.need, done: of.done };
const { allocated: _zonesOnly, ...ofManagers } = of;
const zones = { label: 'Zones', first: 'Zone', opens: centres } as const;
const managers = { label: 'Load of academic managers', first: 'Academic manager', opens: centres } as const;
const coverage = bars({
  label: 'Coverage by zone (per cent)',
  unit: 'count',
  series: { percent: 'Done of what is needed' },
  empty: { title: 'Nothing is needed', help: 'A cycle that is active says how many visits the centres get.' },
});

/** /amsv1/dashboard */
export const amsDashboard = board({
  name: 'ams.dashboard',
  summary: 'Visits of the cycle: needed, done, missed, and what waits; each figure opens its rows.',
  module: m.AMSDashboard,
  input: {},
  cards: {
    need: figure({ label: 'Visits needed', unit: 'count', opens: sumOf('need') }),
    done: figure({ label: 'Visits done', unit: 'count', opens: sumOf('done') }),
    coverage: figure({ label: 'Needed visits done', unit: 'count', opens: sumOf('counted') }),
    missed: figure({ label: 'Visits missed', unit: 'count', opens: visits }),
    toReview: figure({
      label: 'To review for too long',
      unit: 'count',
      opens: { path: '/audit/list', list: audits.endpoints.list, measures: 'rows' },
    }),
    firstDue: figure({
      label: 'First audits due',
      unit: 'count',
      opens: { path: '/amsv1/centerFirstAudit', list: firstAudits.endpoints.list, measures: 'rows' },
    }),
    critical: figure({
      label: 'Critical findings overdue',
      unit: 'count',
      opens: { path: '/general-audit/closure-list', list: findings.endpoints.list, measures: 'rows' },
    }),
    /** The same for those who do not verify findings: by centre. */
    criticalByCentre: figure({
      label: 'Critical findings overdue',
      unit: 'count',
      opens: sumOf('lateCritical'),
    }),
    coverageByZone: coverage,
    zones: table({ ...zones, columns: beside }),
    managers: table({ ...managers, columns: beside }),
  },
});

/** /ams/dashboard: the same visits zone by zone, and who has which centres. */
export const amsZoneBoard = board({
  name: 'ams.zones',
  summary: 'Zones with their centres, allocations and visits; each figure opens its centres.',
  module: m.AMSDashboard,
  input: {},
  cards: {
    centres: figure({ label: 'Centres', unit: 'count', opens: { ...centres, measures: 'rows' } }),
    allocated: figure({ label: 'Allocated', unit: 'count', opens: { ...centres, measures: 'rows' } }),
    free: figure({
      label: 'Without an academic manager',
      unit: 'count',
      opens: { ...centres, measures: 'rows' },
    }),
    missed: figure({ label: 'Visits missed', unit: 'count', opens: visits }),
    zones: table({ ...zones, columns: of }),
    managers: table({ ...managers, columns: ofManagers }),
  },
});

export const amsBoardContract = {
  today: query({
    module: [m.AMSSchedule, m.AMSDashboard],
    // The day goes through all centres of its person, whichever is chosen.
    scope: 'network',
    name: 'ams-board.today',
    summary: 'Visits of today and those begun and not handed in, at all centres in reach.',
    input: z.strictObject({}),
    output: z.object({
      visits: z.array(
        z.object({
          id: uuidSchema,
          franchiseeId: z.int(),
          centre: z.string(),
          auditType: z.string(),
          slug: z.string(),
          plannedOn: z.string(),
          slot: z.string(),
          kind: z.string(),
          status: z.string(),
          manager: z.string().nullable(),
          auditId: uuidSchema.nullable(),
          can,
        }),
      ),
    }),
  }),
};
