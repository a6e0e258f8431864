// How centres stand with their acknowledgements. Tile, list and export count the same rows of sop_states.
import { inChosenCentre } from '@aangan/server/sql.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import type { PersonState } from '../version/sop.states.ts';
import { complianceBp } from './compliance-text.ts';

export const REQUIRED = sql`c.state in ('CURRENT', 'STALE', 'OUTSTANDING')`;

export interface Figures {
  required: number;
  current: number;
  overdue: number;
}

export async function centreFigures(db: Db, actor: Actor, today: string): Promise<Figures> {
  const { rows } = await sql<Figures>`
    select count(*)::int as required, (count(*) filter (where c.state = 'CURRENT'))::int as current,
      (count(*) filter (where c.state <> 'CURRENT' and c.due_on < ${today}::date))::int as overdue
      from sop_states(${today}::date) c where ${REQUIRED} and ${inChosenCentre(actor, 'c.franchisee_id')}`.execute(
    db,
  );
  return rows[0] ?? { required: 0, current: 0, overdue: 0 };
}

const MOST_CENTRES = 50;

/** By centre, those that are furthest behind first. */
export async function centresFigures(db: Db, today: string) {
  const { rows } = await sql<{ id: number; name: string; required: number; current: number }>`
    select c.franchisee_id as id, f.company_name as name, count(*)::int as required, (count(*) filter (where c.state = 'CURRENT'))::int as current
      from sop_states(${today}::date) c join franchisee f on f.id = c.franchisee_id where ${REQUIRED}
     group by 1, 2 order by (count(*) filter (where c.state = 'CURRENT'))::numeric / count(*), 2 limit ${MOST_CENTRES + 1}`.execute(
    db,
  );
  return { rows: rows.slice(0, MOST_CENTRES), more: rows.length > MOST_CENTRES };
}

export const remindedToday = async (db: Db, franchiseeId: number, today: string): Promise<boolean> =>
  (await db
    .selectFrom('sop_reminder')
    .select('id')
    .where('franchisee_id', '=', franchiseeId)
    .where('on_day', '=', today)
    .executeTakeFirst()) !== undefined;

/** How one centre stood on a day, for audits, health and incentives; `bp` null where nobody has to read anything. */
export async function sopCompliance(
  db: Db,
  franchiseeId: number,
  on: string,
): Promise<{ required: number; current: number; bp: number | null }> {
  const { rows } = await sql<{ required: number; current: number }>`
    select count(*)::int as required, (count(*) filter (where c.state = 'CURRENT'))::int as current
      from sop_states(${on}::date) c where ${REQUIRED} and c.franchisee_id = ${franchiseeId}`.execute(db);
  const { required, current } = rows[0] ?? { required: 0, current: 0 };
  return { required, current, bp: complianceBp(current, required) };
}

/** What a person has to do about a section on a day; EXEMPT without a duty. */
export async function sopState(
  db: Db,
  asked: { userId: string; sectionId: string; on: string },
): Promise<{ state: PersonState; dueOn: string | null }> {
  const { rows } = await sql<{ state: PersonState; dueOn: string | null }>`
    select c.state, c.due_on as "dueOn" from sop_states(${asked.on}::date) c
     where c.user_id = ${asked.userId} and c.section_id = ${asked.sectionId} order by c.due_on nulls last limit 1`.execute(
    db,
  );
  return rows[0] ?? { state: 'EXEMPT', dueOn: null };
}

/** Codes and titles of sections by their ids; those out of reach are left out. */
export async function sectionTitles(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('sop_section')
    .select(['id', 'code', 'title'])
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ id, code, title }) => [id, `${code} ${title}`]));
}
