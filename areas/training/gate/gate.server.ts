// Who has to hold which certificate today, and does or does not.
import type { HealthMeasure } from '@aangan/server/endpoint/area-extras.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';

/**
 * A row for each approved person (`s`) and gate (`g`) that holds for them on `day`: after the days to get it, counted from the gate's
 * own day or from the person's first. `held`: they have a certificate of that type that is valid that day.
 */
export const gatesOn = (day: RawBuilder<unknown>) => sql`
  select s.franchisee_id, overlay(overlay(md5(s.id::text || g.id::text) placing '4' from 13) placing '8' from 17)::uuid as id, 1 as version, s.id as staff_id, s.name, s.employee_code, g.id as gate_id, g.work,
    g.certificate_type_id, greatest(g.effective_from, s.joined_on) + g.grace_days + 1 as since, exists (select from training_certificate c where c.franchisee_id = s.franchisee_id
      and c.staff_id = s.id and c.type_id = g.certificate_type_id and c.status = 'VALID' and (c.valid_until is null or c.valid_until >= ${day})) as held
    from staff s join training_gate g on g.active and (cardinality(g.staff_categories) = 0 or s.category = any (g.staff_categories))
     and ${day} > greatest(g.effective_from, s.joined_on) + g.grace_days
   where s.status = 'APPROVED'`;

/** People of each centre for whom at least one gate holds, and how many of them have every certificate that is asked of them. */
export async function certificateShare(
  db: Db,
  franchiseeIds: readonly number[],
  today: string,
): Promise<Map<number, { n: number; d: number }>> {
  const { rows } = await sql<{ franchisee_id: number; n: number; d: number }>`
    select p.franchisee_id, count(*) filter (where p.held)::int as n, count(*)::int as d
      from (select q.franchisee_id, q.staff_id, bool_and(q.held) as held from (${gatesOn(sql`${today}::date`)}) q
        where q.franchisee_id = any (${[...franchiseeIds]}::int[]) group by 1, 2) p group by 1`.execute(db);
  return new Map(rows.map(({ franchisee_id, n, d }) => [franchisee_id, { n, d }]));
}

/** The share of a centre's teachers who are certified, for its health. */
export const trainingHealth: HealthMeasure = {
  key: 'training',
  totals: certificateShare,
  rows: async (db, franchiseeId, today) => {
    const { rows } = await sql<{ id: string; name: string; held: boolean }>`
      select s.id, s.name, p.held from (select q.staff_id, bool_and(q.held) as held from (${gatesOn(sql`${today}::date`)}) q
          where q.franchisee_id = ${franchiseeId} group by 1) p
        join staff s on s.franchisee_id = ${franchiseeId} and s.id = p.staff_id order by p.held, s.name, s.id`.execute(
      db,
    );
    return rows.map(({ id, name, held }) => ({
      label: name,
      link: `/self-training/teacher-performance-record/${id}`,
      n: held ? 1 : 0,
      d: 1,
    }));
  },
};
