// Running figures for boards over many centres: each centre's own count, stored, and summed when read.
import { currentYear, type Day, todayIst } from '@aangan/contract/period.ts';
import type { JobDeclaration, JobTools } from '@aangan/server/background.ts';
import type { Db } from '@aangan/server/unit-of-work.ts';
import { sql } from 'kysely';
import { readCentres, readFigures, readWeeks } from './board-figures.server.ts';
import { weeksUntil } from './board-weeks.ts';
import type { FigureRow } from './figures.ts';

/** Boards over more centres than this are read from the tally. */
export const TALLY_FROM = 50;

/** Centres that take part in figures, as far as the caller reaches. */
export async function countedCentres(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('franchisee')
    .select('id')
    .where('status', 'not in', ['LEAD', 'SIGNED'])
    .execute();
  return rows.map((row) => row.id);
}

export interface Tally {
  rows: FigureRow[];
  /** The oldest count among the centres. */
  asOf: Date;
}

/** The stored figures (of these names, or all) of centres in a year; null until every one of them was counted. */
export async function readTally(
  db: Db,
  yearId: number,
  centres: readonly number[],
  names?: readonly string[],
): Promise<Tally | null> {
  const named = names ? sql`and figure = any (${[...names]}::text[])` : sql``;
  const {
    rows: [state],
  } = await sql<{ n: number; as_of: string | null }>`
    select count(*)::int as n, min(as_of) as as_of from enquiry_tally
     where academic_year_id = ${yearId} and figure = 'counted' and franchisee_id = any (${[...centres]}::int[])`.execute(
    db,
  );
  if (!state?.as_of || state.n < centres.length) return null;
  const { rows } = await sql<FigureRow>`
    select figure, key, sum(n)::int as n from enquiry_tally
     where academic_year_id = ${yearId} and franchisee_id = any (${[...centres]}::int[]) ${named} group by 1, 2`.execute(
    db,
  );
  return { rows, asOf: new Date(state.as_of) };
}

/** Counts a centre's years anew and stores them. */
export async function tallyCentre(
  db: Db,
  centre: number,
  { now, years }: { now: Date; years: readonly number[] },
) {
  const today = todayIst(now);
  for (const year of years) {
    const rows = await countCentre(db, centre, { today, year });
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
  { today, year }: { today: Day; year: number },
): Promise<FigureRow[]> {
  const where = [
    sql`e.franchisee_id = ${centre}`,
    sql`e.academic_year_id = ${year}`,
    sql`e.follow_up_group <> 'NONE'`,
  ];
  const weeks = weeksUntil(today);
  return [
    ...(await readFigures(db, where, today)),
    ...(await readCentres(db, where, today)),
    ...(await readWeeks(db, where, {
      from: weeks[0]?.from ?? today,
      to: weeks.at(-1)?.to ?? today,
      byCentre: true,
    })),
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

/**
 * Centres with a change since their count, and all of them once a day: what is overdue depends on it. A network of 50
 * centres or fewer needs no tally.
 */
async function centresToCount(db: Db, now: Date): Promise<number[]> {
  const { rows } = await sql<Changed>`
    with centre as (select f.id, (select t.as_of from enquiry_tally t where t.franchisee_id = f.id and t.figure = 'counted' order by t.as_of desc limit 1) as as_of
        from franchisee f where f.status not in ('LEAD', 'SIGNED') and (select count(*) from franchisee) > ${TALLY_FROM})
    select c.id from centre c where c.as_of is null or (c.as_of at time zone 'Asia/Kolkata')::date < ${todayIst(now)}::date
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
    for (const centre of centres)
      await work(null, (db) => tallyCentre(db, centre, { now, years: tallyYears(now) }));
    return { ok: centres.length, failed: 0 };
  },
};
