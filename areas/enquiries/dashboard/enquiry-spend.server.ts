// What the sources brought and cost. A month belongs to the academic year whose seats are sold in it: from December on
// the next one's (enquiries.md D16).
import type { Actor } from '@aangan/server/work/actor.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import type { EnquiryFilters } from '../enquiry/enquiry-filters.ts';
import { sourceNames } from './board-names.server.ts';
import type { Board } from './board-shape.ts';
import type { Figures } from './figures.ts';

export interface SpendAsked {
  yearId: number;
  filters: Pick<Partial<EnquiryFilters>, 'fromDate' | 'toDate' | 'centre'>;
  actor: Actor;
  /** Only days and centres are filtered: else a source's whole cost would stand against a part of its admissions. */
  comparable: boolean;
}

/** The academic year's months, cut to those that the days touch. */
export function spendMonths(
  yearId: number,
  { fromDate, toDate }: Pick<SpendAsked['filters'], 'fromDate' | 'toDate'>,
): { from: string; to: string } {
  const first = `${yearId - 1}-12-01`;
  const last = `${yearId}-11-30`;
  const from = fromDate ? `${fromDate.slice(0, 7)}-01` : first;
  const to = toDate ? `${toDate.slice(0, 7)}-31` : last;
  return { from: from > first ? from : first, to: to < last ? to : last };
}

/** Paise by source in the months of the year. */
export async function spentBySource(
  db: Db,
  { yearId, filters, actor }: SpendAsked,
): Promise<Map<string, number>> {
  const { from, to } = spendMonths(yearId, filters);
  const { rows } = await sql<{ id: string; amount: number }>`
    select s.source_id as id, sum(s.amount)::bigint as amount from enquiry_spend s
     where to_char(s.month, 'YYYY-MM-DD') between ${from} and ${to}
       ${actor.franchiseeId === null ? sql`` : sql`and s.franchisee_id = ${actor.franchiseeId}`}
       ${filters.centre?.length ? sql`and s.franchisee_id = any (${[...filters.centre]}::int[])` : sql``} group by 1`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.id, row.amount]));
}

/** Leads, visits, admissions and cost of each source, most leads first. */
export async function sourcesOf(db: Db, figures: Figures, asked: SpendAsked): Promise<Board['sources']> {
  const [names, spent] = await Promise.all([
    sourceNames(db),
    asked.comparable ? spentBySource(db, asked) : new Map<string, number>(),
  ]);
  const leads = figures.get('source.n') ?? new Map<string, number>();
  const keys = new Set([...leads.keys(), ...spent.keys()]);
  return [...keys]
    .map((key) => {
      const admitted = figures.get('source.admitted')?.get(key) ?? 0;
      const cost = spent.get(key) ?? null;
      return {
        key,
        label: names.get(key) ?? 'Other',
        n: leads.get(key) ?? 0,
        visits: figures.get('source.visits')?.get(key) ?? 0,
        admitted,
        spent: cost,
        perAdmission: cost === null || admitted === 0 ? null : Math.round(cost / admitted),
      };
    })
    .sort((a, b) => b.n - a.n || a.label.localeCompare(b.label));
}
