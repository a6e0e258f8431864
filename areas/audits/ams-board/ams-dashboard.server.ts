// Figures of the visits of academic managers. Each is counted of the rows of the list it opens, by that list's own conditions.
import { serveBoard } from '@aangan/server/board/serve-board.ts';
import type { HomeFilters } from '@aangan/server/endpoint/home-card.ts';
import { cappedCount } from '@aangan/server/record/keyset.ts';
import { personName } from '@aangan/server/sql.ts';
import { holds } from '@aangan/server/work/actor.ts';
import { type RawBuilder, sql } from 'kysely';
import { findingListing } from '../finding/finding.server.ts';
import { auditsModules as m } from '../modules.ts';
import { auditListing } from '../view/audit.listing.server.ts';
import { amsDashboard, amsZoneBoard } from './ams-board.contract.ts';
import { amsCentreListing } from './ams-centre.listing.server.ts';
import { coverageBp, coverageText } from './coverage.ts';
import { firstAuditListing } from './first-audit.listing.server.ts';

type Reading = Parameters<typeof amsCentreListing.rowsOf>[0];
interface Sums {
  centres: number;
  allocated: number;
  need: number;
  done: number;
  counted: number;
  planned: number;
  missed: number;
  late: number;
}
const SUMS = sql`count(*)::int as centres, count(c.am_allocation_id)::int as allocated, coalesce(sum(c.need), 0)::int as need, coalesce(sum(c.done), 0)::int as done,
  coalesce(sum(c.counted), 0)::int as counted, coalesce(sum(c.planned), 0)::int as planned, coalesce(sum(c.missed), 0)::int as missed, coalesce(sum(c.late_critical), 0)::int as late`;
const MOST_ROWS = 200;

/** The sums by a column of the centres; those without it are in no row. */
async function sumsBy<K extends string | number>(
  at: Reading,
  key: string,
  label: RawBuilder<string | null>,
): Promise<(Sums & { key: K; label: string })[]> {
  const { rows } = await sql<Sums & { key: K; label: string }>`
    select ${sql.ref(key)} as key, max(${label}) as label, ${SUMS} ${await amsCentreListing.rowsOf(at, {})} and ${sql.ref(key)} is not null
     group by 1 order by 2, 1 limit ${sql.lit(MOST_ROWS)}`.execute(at.db);
  return rows;
}

const countOf = async (
  at: Reading,
  list: Pick<typeof amsCentreListing, 'rowsOf'>,
  filters: HomeFilters,
): Promise<number> => (await cappedCount(at.db, sql`select ${await list.rowsOf(at, filters)}`)).n;

/** What both dashboards show: the sums, and tables and chart of them. */
async function centreCards(at: Reading) {
  const { rows } = await sql<Sums>`select ${SUMS} ${await amsCentreListing.rowsOf(at, {})}`.execute(at.db);
  const all = rows[0] as Sums; // an aggregate without groups always has its one row
  const zones = await sumsBy<number>(at, 'c.zone_id', sql<string>`z.name`);
  const managers = await sumsBy<string>(
    at,
    'c.am_allocation_id',
    sql<string>`${personName('u')} || ', ' || z.name`,
  );
  const values = ({ centres, need, done, planned, missed }: Sums) => ({
    centres,
    need,
    done,
    planned,
    missed,
  });
  return {
    all,
    cards: {
      missed: { n: all.missed, note: 'in this cycle', filters: { hasMissed: 'YES' } },
      coverageByZone: zones
        .filter(({ need }) => need > 0)
        .map(({ label, counted, need }) => ({
          label,
          values: { percent: Math.round((coverageBp(counted, need) ?? 0) / 100) },
        })),
      zones: zones.map((row) => ({ label: row.label, values: values(row), filters: { zoneId: row.key } })),
      managers: managers.map((row) => ({
        label: row.label,
        values: values(row),
        filters: { amId: row.key },
      })),
    },
  };
}

const TOO_LONG = { status: 'SUBMITTED', family: ['CENTRE_HEAD', 'AMS'], reviewLate: 'YES' } as const;
const FIRST_DUE = ['DUE', 'OVERDUE'];
const CRITICAL = { severity: 'CRITICAL', overdue: 'YES' } as const;

export const dashboard = serveBoard(amsDashboard, async ({ db, actor }) => {
  const at = { db, actor };
  const { all, cards } = await centreCards(at);
  const tooLong = { ...TOO_LONG, family: [...TOO_LONG.family] };
  const verifies = holds(actor, m.AuditReview, false);
  const late = { n: all.late, filters: { hasLate: 'YES' } };
  return {
    need: { n: all.need, note: 'visits of this cycle' },
    done: { n: all.done },
    coverage: { n: all.counted, note: coverageText(all.counted, all.need) },
    missed: cards.missed,
    toReview: { n: await countOf(at, auditListing, tooLong), filters: tooLong },
    firstDue: {
      n: await countOf(at, firstAuditListing, { status: FIRST_DUE }),
      filters: { status: FIRST_DUE },
    },
    critical: verifies ? { n: await countOf(at, findingListing, CRITICAL), filters: CRITICAL } : null,
    criticalByCentre: verifies ? null : late,
    coverageByZone: cards.coverageByZone,
    zones: cards.zones,
    managers: cards.managers,
  };
});

export const zoneBoard = serveBoard(amsZoneBoard, async ({ db, actor }) => {
  const { all, cards } = await centreCards({ db, actor });
  return {
    centres: { n: all.centres },
    allocated: { n: all.allocated, filters: { allocated: 'YES' } },
    free: { n: all.centres - all.allocated, filters: { allocated: 'NO' } },
    ...cards,
  };
});
