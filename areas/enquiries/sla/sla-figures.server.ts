// How soon families were answered, for dashboards: one index-only scan of first_answer for each centre.
import { addDays, type Day, startOfDay } from '@aangan/contract/period.ts';
import type { Db } from '@aangan/server/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';

export interface SlaFigures {
  /** Clocks that began in the days asked for. */
  clocks: number;
  answered: number;
  /** Answered before they were due. */
  inTime: number;
  /** Not answered and past due. */
  late: number;
  /** Not answered, still in time. */
  waiting: number;
  /** Median working minutes of those answered; null when there is none. */
  medianMinutes: number | null;
  /** Basis points of all that were answered or are late; null when there is none. */
  inTimeBp: number | null;
}

interface FigureRow {
  person: string | null;
  clocks: number;
  answered: number;
  in_time: number;
  late: number;
  waiting: number;
  median_s: number | null;
}

export interface SlaRange {
  from: Day;
  to: Day;
  now: Date;
}

// A lead that was lost or merged unanswered is late when its end came after its due time, and nothing otherwise.
const COUNTS = (
  now: Date,
): RawBuilder<unknown> => sql`count(*)::int as clocks, count(f.met_at)::int as answered,
  count(*) filter (where f.met_at <= f.due_at)::int as in_time,
  count(*) filter (where f.met_at is null and f.due_at < coalesce(f.ended_at, ${now.toISOString()}::timestamptz))::int as late,
  count(*) filter (where f.met_at is null and f.ended_at is null and f.due_at >= ${now.toISOString()}::timestamptz)::int as waiting,
  percentile_cont(0.5) within group (order by f.working_s) as median_s`;

const within = (franchiseeIds: readonly number[] | null, range: SlaRange): RawBuilder<unknown> => sql`
  ${franchiseeIds === null ? sql`true` : sql`f.franchisee_id = any (${[...franchiseeIds]}::int[])`}
  and f.started_at >= ${startOfDay(range.from).toISOString()}::timestamptz and f.started_at < ${startOfDay(addDays(range.to, 1)).toISOString()}::timestamptz`;

const figuresOf = (row: FigureRow | undefined): SlaFigures => {
  const judged = (row?.answered ?? 0) + (row?.late ?? 0);
  return {
    clocks: row?.clocks ?? 0,
    answered: row?.answered ?? 0,
    inTime: row?.in_time ?? 0,
    late: row?.late ?? 0,
    waiting: row?.waiting ?? 0,
    medianMinutes: row?.median_s == null ? null : Math.round(Number(row.median_s) / 6) / 10,
    inTimeBp: judged === 0 ? null : Math.round(((row?.in_time ?? 0) * 10_000) / judged),
  };
};

/** First answers of these centres (null = everything the caller reaches) that fell due to clocks begun in `range`, both days included. */
export async function slaFigures(
  db: Db,
  franchiseeIds: readonly number[] | null,
  range: SlaRange,
): Promise<SlaFigures> {
  const { rows } =
    await sql<FigureRow>`select ${COUNTS(range.now)} from first_answer f where ${within(franchiseeIds, range)}`.execute(
      db,
    );
  return figuresOf(rows[0]);
}

/** The same by whoever answered; unanswered ones are nobody's and left out. */
export async function slaByPerson(
  db: Db,
  franchiseeIds: readonly number[] | null,
  range: SlaRange,
): Promise<Map<string, SlaFigures>> {
  const { rows } =
    await sql<FigureRow>`select f.met_by::text as person, ${COUNTS(range.now)} from first_answer f
    where ${within(franchiseeIds, range)} and f.met_by is not null group by f.met_by`.execute(db);
  return new Map(rows.map((row) => [row.person ?? '', figuresOf(row)]));
}
