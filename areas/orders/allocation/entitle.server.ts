// Who gets a right to which kit: the only maker of entitlement (areas/README 12). Safe to run again and again.
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import { childTypes } from '../kit-types.ts';

interface Whom {
  readonly franchiseeId: number;
  readonly enrolmentId?: string;
  readonly yearId?: number;
  readonly classId?: number;
}

/**
 * Rows that are missing. A child who does not attend now, or for whom nothing is mapped, gets its row too: it stands there
 * blocked. Who has or had a row of the type is left out, so a revoked one does not come back by itself.
 */
function missingChildren(
  { franchiseeId, enrolmentId, yearId, classId }: Whom,
  types: readonly string[],
): RawBuilder<unknown> {
  return sql`
    select e.franchisee_id, e.academic_year_id, k.type as kit_type, e.id as enrolment_id, e.student_id, e.class_id
      from enrolment e join class c on c.id = e.class_id cross join unnest(${[...types]}::text[]) k (type)
     where e.franchisee_id = ${franchiseeId} and e.status in ('UPCOMING', 'ACTIVE', 'ON_HOLD') and e.programme <> 'PARENT_TODDLER'
       and (${enrolmentId ?? null}::uuid is null or e.id = ${enrolmentId ?? null}::uuid)
       and (${yearId ?? null}::int is null or e.academic_year_id = ${yearId ?? null}::int)
       and (${classId ?? null}::int is null or e.class_id = ${classId ?? null}::int)
       and case k.type
         when 'BRIDGE_KIT' then c.category is not distinct from 'Bridge Course'
         when 'INTELLI_KIT' then exists (select from kit_mapping m where m.kit_type = k.type and m.academic_year_id = e.academic_year_id
           and m.class_id = e.class_id and m.status <> 'REJECT')
         -- Once per child and centre, ever.
         when 'GIFT_BOX' then e.entry in ('NEW', 'TRANSFER_IN', 'RE_ADMISSION') and not exists (select from kit_allocation g
           where g.franchisee_id = e.franchisee_id and g.student_id = e.student_id and g.kit_type = k.type)
         else c.category is distinct from 'Bridge Course' and coalesce(c.category, '') not like '%Parent Toddler%' end
       and not exists (select from kit_allocation a where a.franchisee_id = e.franchisee_id and a.enrolment_id = e.id and a.kit_type = k.type)`;
}

/** Samples of a centre: one of each category in a year is free. */
const missingSamples = ({ franchiseeId, yearId }: { franchiseeId: number; yearId: number }) => sql`
  select ${franchiseeId}::int as franchisee_id, ${yearId}::int as academic_year_id, 'SAMPLE_KIT' as kit_type, v.category as sample_category
    from unnest(array['STUDENT_KIT', 'UNIFORM_KIT']) v (category)
   where not exists (select from kit_allocation a where a.franchisee_id = ${franchiseeId} and a.academic_year_id = ${yearId}
     and a.kit_type = 'SAMPLE_KIT' and a.sample_category = v.category)`;

const countOf = async (db: Db, missing: RawBuilder<unknown>): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from (${missing}) x`.execute(db);
  return rows[0]?.n ?? 0;
};

/** The rights a child has by its enrolment; what nobody ordered yet follows its class. Answers the kit types that are new. */
export async function entitleKits(
  db: Db,
  {
    source = 'AUTO',
    types = childTypes,
    ...whom
  }: Whom & { source?: 'AUTO' | 'MANUAL' | 'UPLOAD'; types?: readonly string[] },
): Promise<string[]> {
  if (whom.enrolmentId !== undefined)
    await sql`update kit_allocation a set class_id = e.class_id from enrolment e where e.franchisee_id = a.franchisee_id and e.id = a.enrolment_id
      and a.franchisee_id = ${whom.franchiseeId} and a.enrolment_id = ${whom.enrolmentId} and a.class_id <> e.class_id
      and a.status = 'ALLOCATED' and a.qty_live = 0`.execute(db);
  const { rows } = await sql<{ kitType: string }>`
    insert into kit_allocation (franchisee_id, academic_year_id, kit_type, enrolment_id, student_id, class_id, source)
    select x.*, ${source} from (${missingChildren(whom, types)}) x on conflict do nothing returning kit_type as "kitType"`.execute(
    db,
  );
  return rows.map(({ kitType }) => kitType);
}

interface Place {
  readonly franchiseeId: number;
  readonly yearId: number;
}

/** How many of a type are missing at a centre; WOW kits are never counted, an upload names their model. */
export function countMissing(db: Db, place: Place, type: string): Promise<number> {
  if (type === 'WOW_KIT') return Promise.resolve(0);
  return countOf(db, type === 'SAMPLE_KIT' ? missingSamples(place) : missingChildren(place, [type]));
}

/** Allocates what `countMissing` counts. */
export async function fillMissing(db: Db, place: Place, type: string): Promise<number> {
  if (type !== 'SAMPLE_KIT')
    return (await entitleKits(db, { ...place, types: [type], source: 'MANUAL' })).length;
  const { rows } = await sql`
    insert into kit_allocation (franchisee_id, academic_year_id, kit_type, sample_category, source)
    select x.*, 'MANUAL' from (${missingSamples(place)}) x on conflict do nothing returning id`.execute(db);
  return rows.length;
}
