// The enquiry dashboard. Up to 50 centres are counted at this moment; more of them, or of enquiries, are read from the last
// tally, unless filters are set that it does not know (enquiries.md 9).
import { addMonths, type Day, todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { inChosenCentre } from '@aangan/server/sql.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { chosenYear } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import { enquiryContract } from '../enquiry/enquiry.contract.ts';
import { spancoStatuses } from '../enquiry/enquiry.states.ts';
import type { EnquiryFilters } from '../enquiry/enquiry-filters.ts';
import { enquiryWhere } from '../enquiry/enquiry-where.server.ts';
import { readCentres, readFigures, readReached, readWeeks } from './board-figures.server.ts';
import { centreNames, classNames, lostReasonNames, ownerNames } from './board-names.server.ts';
import {
  arrivalsOf,
  bucketsOf,
  busiestOwners,
  centresOf,
  funnelOf,
  namedOf,
  ownersOf,
  rankedCentres,
  totalsOf,
} from './board-parts.ts';
import type { Board } from './board-shape.ts';
import { weeksUntil } from './board-weeks.ts';
import { sourcesOf } from './enquiry-spend.server.ts';
import { countedCentres, isLarge, LAST_YEAR, readNetworkTally, readTally } from './enquiry-tally.server.ts';
import { type Figures, figuresOf } from './figures.ts';
import { seatsLeftOf } from './seats-left.server.ts';

type Filters = Partial<EnquiryFilters>;

/** Centres of the ranking, unless all are asked for. */
const CENTRES = 25;

export const dashboard = handle(
  enquiryContract.dashboard,
  async ({ db, actor, input: { allCentres, ...input }, now }): Promise<Board> => {
    const today = todayIst(now);
    const yearId = chosenYear(actor);
    const network = reachesAll(actor, input) ? await readNetworkTally(db, yearId) : null;
    const centres = network ? [] : await centresInScope(db, actor, input);
    const read =
      network ??
      (isBare(input) && (await isLarge(db, { yearId, centres, now }))
        ? await readTally(db, yearId, centres)
        : null);
    const several = network !== null || centres.length > 1;
    const scope = { db, actor, now, today, yearId };
    const [figures, last] = read
      ? [read.figures, read.figures.get(LAST_YEAR) ?? null]
      : await Promise.all([countLive(scope, input, several), lastYear(scope, input)]);
    const weeks = weeksUntil(input.toDate && input.toDate < today ? input.toDate : today);
    const of = (name: string) => figures.get(name) ?? new Map<string, number>();
    const ranked = several ? rankedCentres(figures) : [];
    const shown = allCentres ? ranked : ranked.slice(0, CENTRES);
    const busiest = busiestOwners(figures);
    // Asked together they travel together: the answers are short, the ways are what they cost.
    const [sources, classes, owners, reasons, names] = await Promise.all([
      sourcesOf(db, figures, { yearId, filters: input, actor, comparable: isComparable(input) }),
      classesOf(db, of('class.wished'), { centres, yearId, now }),
      ownerNames(db, busiest),
      lostReasonNames(db),
      centreNames(db, shown),
    ]);
    return {
      ...totalsOf(figures),
      buckets: bucketsOf(figures),
      statuses: spancoStatuses.map((key) => ({ key, label: key, n: of('status.n').get(key) ?? 0 })),
      funnel: funnelOf(figures, last),
      weeks: weeks.map((week) => ({
        ...week,
        captured: of('week.captured').get(week.from) ?? 0,
        visits: of('week.visits').get(week.from) ?? 0,
        admitted: of('week.admitted').get(week.from) ?? 0,
      })),
      sources,
      classes,
      arrivals: arrivalsOf(figures),
      owners: ownersOf(figures, busiest, owners),
      lostReasons: namedOf(of('lost.n'), reasons, 'No reason'),
      centreCount: ranked.length,
      centres: centresOf(figures, shown, { names, mondays: weeks.map((week) => week.from) }),
      tallied: read !== null,
      asOf: (read?.asOf ?? now).toISOString(),
    };
  },
);

interface Scope {
  db: Db;
  actor: Actor;
  now: Date;
  today: Day;
  yearId: number;
}

function conditions({ actor, today, yearId }: Scope, filters: Filters): RawBuilder<unknown>[] {
  return [
    inChosenCentre(actor, 'e.franchisee_id'),
    sql`e.academic_year_id = ${yearId}`,
    ...enquiryWhere(filters, { today, userId: actor.userId, franchiseeId: actor.franchiseeId }),
  ];
}

async function countLive(scope: Scope, filters: Filters, several: boolean): Promise<Figures> {
  const { db, now, today } = scope;
  const where = conditions(scope, filters);
  const { fromDate: _from, toDate, basis: _basis, ...undated } = filters;
  const weeks = weeksUntil(toDate && toDate < today ? toDate : today);
  const rows = await Promise.all([
    readFigures(db, where, now),
    readWeeks(db, conditions(scope, undated), {
      from: weeks[0]?.from ?? today,
      to: weeks.at(-1)?.to ?? today,
      byCentre: several,
    }),
    several ? readCentres(db, where, now) : [],
  ]);
  return figuresOf(rows.flat());
}

/** The year before, up to the same day of it: a season half done is not held against a whole one. */
async function lastYear(scope: Scope, filters: Filters): Promise<ReadonlyMap<string, number>> {
  const until = addMonths(filters.toDate && filters.toDate < scope.today ? filters.toDate : scope.today, -12);
  const { fromDate, ...rest } = filters;
  const rows = await readReached(
    scope.db,
    conditions(
      { ...scope, yearId: scope.yearId - 1 },
      { ...rest, toDate: until, ...(fromDate ? { fromDate: addMonths(fromDate, -12) } : {}) },
    ),
  );
  return figuresOf(rows).get('reached.n') ?? new Map();
}

const reachesAll = (actor: Actor, filters: Filters): boolean =>
  actor.wholeNetwork && actor.franchiseeId === null && isBare(filters) && !filters.centre?.length;

/** Nothing but centres is filtered. */
const isBare = (filters: Filters): boolean =>
  Object.entries(filters).every(([name, value]) => value === undefined || name === 'centre');

/** A source's cost stands against all it brought. */
const isComparable = ({ fromDate: _from, toDate: _to, ...rest }: Filters): boolean => isBare(rest);

async function centresInScope(db: Db, actor: Actor, filters: Filters): Promise<number[]> {
  if (actor.franchiseeId !== null) return [actor.franchiseeId];
  return countedCentres(
    db,
    ...(actor.wholeNetwork ? [] : [actor.centres]),
    ...(filters.centre?.length ? [filters.centre] : []),
  );
}

/** Open enquiries that want a class, and its seats of the year that are left. */
async function classesOf(
  db: Db,
  wished: ReadonlyMap<string, number>,
  { centres, yearId, now }: { centres: readonly number[]; yearId: number; now: Date },
): Promise<Board['classes']> {
  const [left, all] = await Promise.all([seatsLeftOf(db, centres, { yearId, now }), classNames(db)]);
  const known = all.flatMap(({ id, name }) => {
    const n = wished.get(String(id)) ?? 0;
    return n > 0 || left.has(id) ? [{ id, name, wished: n, left: left.get(id) ?? null }] : [];
  });
  const unsaid = wished.get('') ?? 0;
  return unsaid > 0 ? [...known, { id: null, name: 'Not said', wished: unsaid, left: null }] : known;
}
