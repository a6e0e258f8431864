// How centres stand with their acknowledgements. Tile, list and export count the same rows of sop_states.
import { inChosenCentre } from '@aangan/server/sql.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';

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
