// Running figures for boards over many centres: each centre's own count, stored, and summed when read.
import { addMonths, currentYear, startOfDay, todayIst } from '@aangan/contract/period.ts';
import type { JobDeclaration, JobTools } from '@aangan/server/background/background.ts';
import { istDay } from '@aangan/server/sql.ts';
import { eachPart } from '@aangan/server/work/each-part.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import { readCentres, readFigures, readReached, readWeeks } from './board-figures.server.ts';
import { weeksUntil } from './board-weeks.ts';
import { onDays } from './board-where.server.ts';
import { type FigureRow, type Figures, figuresOf } from './figures.ts';

/** Boards over more centres than this are read from the tally. */
export const TALLY_FROM = 50;
/** So are those over more enquiries of a year than this, however few the centres (docs/decisions/0017). */
export const TALLY_FROM_ENQUIRIES = 10_000;

const counted = (db: Db) => db.selectFrom('franchisee').where('status', 'not in', ['LEAD', 'SIGNED']);

/** Centres that take part in figures; of these alone, where lists are given. */
export async function countedCentres(db: Db, ...among: readonly (readonly number[])[]): Promise<number[]> {
  let query = counted(db).select('id');
  for (const ids of among) query = query.where('id', 'in', ids.length ? [...ids] : [0]);
  return (await query.orderBy('id').execute()).map((row) => row.id);
}

export interface Tally {
  figures: Figures;
  /** The oldest count among the centres. */
  asOf: Date;
}

/** The stored figures of centres in a year; null until every one of them was counted. */
export async function readTally(db: Db, yearId: number, centres: readonly number[]): Promise<Tally | null> {
  const of = sql`academic_year_id = ${yearId} and franchisee_id = any (${[...centres]}::int[])`;
  const state = await stateOf(db, of);
  if (!state || state.n < centres.length) return null;
  const key = `${yearId} ${centres.join()} ${state.first} ${state.last}`;
  return { figures: await keptSums(someCentres, key, () => sumsOf(db, of)), asOf: new Date(state.first) };
}

/** Whether boards over these centres are too much to be counted at the moment they are asked for. */
export async function isLarge(
  db: Db,
  { yearId, centres, now }: { yearId: number; centres: readonly number[]; now: Date },
): Promise<boolean> {
  if (centres.length > TALLY_FROM) return true;
  // A count of yesterday does not say what is due today: until the job was here, few centres are counted live.
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(n), 0)::int as n from enquiry_tally where academic_year_id = ${yearId} and franchisee_id = any (${[...centres]}::int[])
       and figure = 'all.n' and key = '' and as_of >= ${startOfDay(todayIst(now)).toISOString()}::timestamptz`.execute(
    db,
  );
  return (rows[0]?.n ?? 0) > TALLY_FROM_ENQUIRIES;
}

/**
 * The stored figures of all centres in a year, for who reaches all of them; null in a network that is counted live. The
 * sums are made once a run of the job and kept in memory: half a million figures lie behind them.
 */
export async function readNetworkTally(db: Db, yearId: number): Promise<Tally | null> {
  const of = sql`academic_year_id = ${yearId}`;
  const [{ n: centres }, state] = await Promise.all([
    counted(db)
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow(),
    stateOf(db, of),
  ]);
  if (centres <= TALLY_FROM || !state || state.n < centres) return null;
  const key = `${yearId} ${state.n} ${state.first} ${state.last}`;
  return { figures: await keptSums(wholeNetwork, key, () => sumsOf(db, of)), asOf: new Date(state.first) };
}

/** Sums of one kind of scope by what they were made of, the newest last. */
interface Kept {
  readonly most: number;
  readonly sums: Map<string, Promise<Figures>>;
}
const wholeNetwork: Kept = { most: 4, sums: new Map() };
const someCentres: Kept = { most: 16, sums: new Map() };

function keptSums({ most, sums }: Kept, key: string, make: () => Promise<Figures>): Promise<Figures> {
  const known = sums.get(key);
  if (known) return known;
  const made = make();
  sums.set(key, made);
  for (const old of [...sums.keys()].slice(0, -most)) sums.delete(old);
  made.catch(() => sums.delete(key));
  return made;
}

/** How many centres were counted, and when: the oldest count and the newest. */
async function stateOf(
  db: Db,
  of: RawBuilder<unknown>,
): Promise<{ n: number; first: string; last: string } | null> {
  const { rows } = await sql<{ n: number; first: string | null; last: string | null }>`
    select count(*)::int as n, min(as_of) as first, max(as_of) as last from enquiry_tally where figure = 'counted' and ${of}`.execute(
    db,
  );
  const { n = 0, first = null, last = null } = rows[0] ?? {};
  return first !== null && last !== null ? { n, first, last } : null;
}

async function sumsOf(db: Db, of: RawBuilder<unknown>): Promise<Figures> {
  const { rows } =
    await sql<FigureRow>`select figure, key, sum(n)::int as n from enquiry_tally where ${of} group by 1, 2`.execute(
      db,
    );
  return figuresOf(rows);
}

/** How far the enquiries of the year before had come, of those captured until the same day of it. */
export const LAST_YEAR = 'last-reached.n';

/** Counts a centre's years anew and stores them. */
export async function tallyCentre(
  db: Db,
  centre: number,
  { now, years }: { now: Date; years: readonly number[] },
) {
  for (const year of years) {
    const rows = await countCentre(db, centre, { now, year });
    await sql`delete from enquiry_tally where franchisee_id = ${centre} and academic_year_id = ${year}`.execute(
      db,
    );
    await sql`insert into enquiry_tally (franchisee_id, academic_year_id, figure, key, n, as_of)
      select ${centre}, ${year}, r.figure, r.key, sum(r.n), ${now.toISOString()}::timestamptz
        from jsonb_to_recordset(${JSON.stringify([...rows, { figure: 'counted', key: '', n: 1 }])}::jsonb) as r (figure text, key text, n bigint) group by r.figure, r.key`.execute(
      db,
    );
  }
}

async function countCentre(
  db: Db,
  centre: number,
  { now, year }: { now: Date; year: number },
): Promise<FigureRow[]> {
  const today = todayIst(now);
  const where = [
    sql`e.franchisee_id = ${centre}`,
    sql`e.academic_year_id = ${year}`,
    sql`e.follow_up_group <> 'NONE'`,
  ];
  const yearBefore = [
    sql`e.franchisee_id = ${centre}`,
    sql`e.academic_year_id = ${year - 1}`,
    sql`e.follow_up_group <> 'NONE'`,
    ...onDays({ toDate: addMonths(today, -12) }),
  ];
  const weeks = weeksUntil(today);
  return [
    ...(await readFigures(db, where, now)),
    ...(await readCentres(db, where, now)),
    ...(await readWeeks(db, where, {
      from: weeks[0]?.from ?? today,
      to: weeks.at(-1)?.to ?? today,
      byCentre: true,
    })),
    ...(await readReached(db, yearBefore)).map((row) => ({ ...row, figure: LAST_YEAR })),
  ];
}

/** This year's and the next one's enquiries are worked on; the last one's still end. */
export const tallyYears = (now: Date): number[] => {
  const year = currentYear(now);
  return [year - 1, year, year + 1];
};

interface Changed {
  id: number;
}

/** Whether centre `g` has more enquiries in these years than are counted live; it walks no further than that. */
const holdsMany = (years: readonly number[]): RawBuilder<unknown> =>
  sql`exists (select from enquiry e where e.franchisee_id = g.id and e.academic_year_id = any (${[...years]}::int[]) offset ${sql.lit(TALLY_FROM_ENQUIRIES)})`;

/**
 * Centres with a change since their count, and all of them once a day: what is overdue depends on it. A network of 50
 * centres or fewer needs no tally, unless one of them is large.
 */
async function centresToCount(db: Db, now: Date): Promise<number[]> {
  const { rows } = await sql<Changed>`
    with centre as (select f.id, (select t.as_of from enquiry_tally t where t.franchisee_id = f.id and t.figure = 'counted' order by t.as_of desc limit 1) as as_of
        from franchisee f where f.status not in ('LEAD', 'SIGNED') and ((select count(*) from franchisee) > ${TALLY_FROM} or exists (select from franchisee g where ${holdsMany(tallyYears(now))})))
    select c.id from centre c where c.as_of is null or ${istDay('c.as_of')} < ${todayIst(now)}::date
        or exists (select from record_change r where r.franchisee_id = c.id and r.at > c.as_of and r.table_name in ('enquiry', 'enquiry_stage_log'))
     order by c.as_of nulls first limit 500`.execute(db);
  return rows.map((row) => row.id);
}

export const tallyJob: JobDeclaration = {
  name: 'enquiries.tally',
  title: 'Running figures of enquiries for large networks',
  schedule: '* * * * *',
  onMiss: 'SKIP',
  maxLateS: 120,
  timeoutS: 300,
  run: async ({ work, now }: JobTools) => {
    const centres = await work(null, (db) => centresToCount(db, now));
    return eachPart(
      centres,
      (centre) => `centre ${centre}`,
      async (centre) => {
        await work(null, (db) => tallyCentre(db, centre, { now, years: tallyYears(now) }));
        return 1;
      },
    );
  },
};
