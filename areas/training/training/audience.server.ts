// For whom a training is: approved staff of zones and centres, or of every centre, of some categories or of all.
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';

export interface Audience {
  zoneIds: readonly number[];
  centreIds: readonly number[];
  categories: readonly string[];
}

/** The audience as far as the author reaches: row security leaves out the staff of other centres. */
export async function countAudience(
  db: Db,
  { zoneIds, centreIds, categories }: Audience,
): Promise<{ people: number; centres: number }> {
  const everywhere = zoneIds.length === 0 && centreIds.length === 0;
  const { rows } = await sql<{ people: number; centres: number }>`
    select count(*)::int as people, count(distinct s.franchisee_id)::int as centres from staff s join franchisee f on f.id = s.franchisee_id
     where s.status = 'APPROVED' and (${everywhere} or f.zone_id = any (${[...zoneIds]}::int[]) or f.id = any (${[...centreIds]}::int[]))
       and (${categories.length === 0} or s.category = any (${[...categories]}::text[]))`.execute(db);
  return rows[0] ?? { people: 0, centres: 0 };
}

/** True for trainings `t` whose audience has this centre and, unless it is null, this category: values, or columns of a query. */
export const isFor = (
  franchiseeId: number | RawBuilder<unknown>,
  category: string | RawBuilder<unknown> | null = null,
) => sql<boolean>`
  (not exists (select from training_audience a where a.training_id = t.id and a.kind in ('ZONE', 'CENTRE'))
    or exists (select from training_audience a join franchisee f on f.id = ${franchiseeId}
         where a.training_id = t.id and ((a.kind = 'CENTRE' and a.ref_id = f.id::text) or (a.kind = 'ZONE' and a.ref_id = f.zone_id::text))))
  and (${category}::text is null or not exists (select from training_audience a where a.training_id = t.id and a.kind = 'CATEGORY')
    or exists (select from training_audience a where a.training_id = t.id and a.kind = 'CATEGORY' and a.ref_id = ${category}))`;
