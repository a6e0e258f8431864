// Figures of the visits of academic managers. Each is counted of the rows of the list it opens, by that list's own conditions.
import { serveBoard } from '@aangan/server/board/serve-board.ts';
import type { HomeFilters } from '@aangan/server/endpoint/home-card.ts';
import { cappedCount } from '@aangan/server/record/keyset.ts';
import { personName } from '@aangan/server/sql.ts';
import { holds } from '@aangan/server/work/actor.ts';
import { type RawBuilder, sql } from 'kysely';
import { holdsOn, today } from '../allocation/allocation-sql.server.ts';
import { settingsOn } from '../ams-setup/settings-on.server.ts';
import { findingListing } from '../finding/finding.server.ts';
import { auditsModules as m } from '../modules.ts';
import { amsVisitListing } from '../schedule/ams-visit.listing.server.ts';
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

/** Sums over all centres in reach, by zone and by academic manager. */
async function sumsOf(at: Reading, zoneName: RawBuilder<string>) {
  const { rows } = await sql<Sums>`select ${SUMS} ${await amsCentreListing.rowsOf(at, {})}`.execute(at.db);
  const all = rows[0] as Sums; // an aggregate without groups always has its one row
  const zones = await sumsBy<number>(at, 'c.zone_id', zoneName);
  const managers = await sumsBy<string>(
    at,
    'c.am_allocation_id',
    sql<string>`${personName('u')} || ', ' || z.name`,
  );
  return { all, zones, managers };
}

/** The cycle of today. */
async function cycleNow(db: Reading['db']): Promise<{ name: string; from: string; to: string } | null> {
  const { rows } = await sql<{ name: string; from: string; to: string }>`
    select name, from_on as from, to_on as to from ams_cycle where state = 'ACTIVE' and ${today} between from_on and to_on limit 1`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** Visits missed in the cycle; none is meant while no cycle runs. */
async function missedIn(at: Reading, cycle: Awaited<ReturnType<typeof cycleNow>>) {
  if (cycle === null) return null;
  const filters = { status: 'MISSED', plannedOn: { from: cycle.from, to: cycle.to } };
  return { n: await countOf(at, amsVisitListing, filters), note: cycle.name, filters };
}

const beside = ({ centres, need, done }: Sums) => ({ centres, need, done });

/** Hours that an audit may wait for its review. */
async function reviewHours(db: Reading['db']): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select s.publish_deadline_hours as n from ${settingsOn(today)} s`.execute(db);
  return rows[0]?.n ?? 0;
}

const TOO_LONG = { status: 'SUBMITTED', family: ['CENTRE_HEAD', 'AMS'], reviewLate: 'YES' } as const;
const FIRST_DUE = ['DUE', 'OVERDUE'];
const CRITICAL = { severity: 'CRITICAL', overdue: 'YES' } as const;

export const dashboard = serveBoard(amsDashboard, async ({ db, actor }) => {
  const at = { db, actor };
  const cycle = await cycleNow(db);
  const { all, zones, managers } = await sumsOf(at, sql`z.name`);
  const tooLong = { ...TOO_LONG, family: [...TOO_LONG.family] };
  const verifies = holds(actor, m.AuditReview, false);
  const late = { n: all.late, filters: { hasLate: 'YES' } };
  return {
    need: { n: all.need, note: cycle?.name ?? 'no cycle is active today' },
    done: { n: all.done },
    coverage: { n: all.counted, note: coverageText(all.counted, all.need) },
    missed: await missedIn(at, cycle),
    toReview: {
      n: await countOf(at, auditListing, tooLong),
      note: `more than ${await reviewHours(db)} hours`,
      filters: tooLong,
    },
    firstDue: {
      n: await countOf(at, firstAuditListing, { status: FIRST_DUE }),
      filters: { status: FIRST_DUE },
    },
    critical: verifies ? { n: await countOf(at, findingListing, CRITICAL), filters: CRITICAL } : null,
    criticalByCentre: verifies ? null : late,
    coverageByZone: zones
      .filter(({ need }) => need > 0)
      .map(({ label, counted, need }) => ({
        label,
        values: { percent: Math.round((coverageBp(counted, need) ?? 0) / 100) },
      })),
    zones: zones.map((row) => ({ label: row.label, values: beside(row), filters: { zoneId: row.key } })),
    managers: managers.map((row) => ({ label: row.label, values: beside(row), filters: { amId: row.key } })),
  };
});

const ZONE_MANAGER = sql`(select ${personName('u')} from ams_zm_allocation m join app_user u on u.id = m.user_id where m.zone_id = z.id and ${holdsOn('m', today)} limit 1)`;

export const zoneBoard = serveBoard(amsZoneBoard, async ({ db, actor }) => {
  const named = sql<string>`z.name || coalesce(' · ' || ${ZONE_MANAGER}, ' · no zone manager')`;
  const at = { db, actor };
  const { all, zones, managers } = await sumsOf(at, named);
  const values = (row: Sums) => ({ ...beside(row), planned: row.planned, missed: row.missed });
  return {
    centres: { n: all.centres },
    allocated: { n: all.allocated, filters: { allocated: 'YES' } },
    free: { n: all.centres - all.allocated, filters: { allocated: 'NO' } },
    missed: await missedIn(at, await cycleNow(db)),
    zones: zones.map((row) => ({
      label: row.label,
      values: { ...values(row), allocated: row.allocated },
      filters: { zoneId: row.key },
    })),
    managers: managers.map((row) => ({ label: row.label, values: values(row), filters: { amId: row.key } })),
  };
});
