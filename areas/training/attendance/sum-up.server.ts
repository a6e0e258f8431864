// What the marks of all sessions come to for the whole training.
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { markOf } from './attendance.ts';

/** Of a session `x`: what was held in a room of our own, else what was planned. */
export const heldSeconds = sql<number>`coalesce(extract(epoch from x.held_to)::int - extract(epoch from x.held_from)::int,
  extract(epoch from x.ends_at - x.starts_at)::int)`;

/** Seconds and mark of everybody over the sessions that were held; who has no mark at all stays unmarked. */
export async function sumUp(
  db: Db,
  trainingId: string,
  { presentPct, partialPct, attended }: { presentPct: number; partialPct: number; attended: number },
): Promise<void> {
  const { rows } = await sql<{
    id: string;
    franchisee_id: number;
    mark: string;
    marks: number;
    got: number;
    held: number;
  }>`
    select e.id, e.franchisee_id, e.mark, count(k.id)::int as marks, coalesce(sum(k.attended_s), 0)::int as got,
        (select coalesce(sum(${heldSeconds}), 0)::int from training_session x
          where x.training_id = e.training_id and x.status = 'HELD') as held
      from training_enrollment e left join training_session_mark k on k.franchisee_id = e.franchisee_id and k.enrollment_id = e.id
     where e.training_id = ${trainingId} and e.seat = 'SEATED' group by e.franchisee_id, e.id`.execute(db);
  const sums = rows.map(({ id, marks, got, held }) => ({
    id,
    got,
    held: marks > 0 ? held : 0,
    mark: marks > 0 ? markOf(got, held, { presentPct, partialPct }) : 'NOT_MARKED',
  }));
  await sql`
    update training_enrollment e set attended_s = q.got, held_s = q.held, mark = q.mark
      from jsonb_to_recordset(${JSON.stringify(sums)}::jsonb) as q (id uuid, got int, held int, mark text)
     where e.training_id = ${trainingId} and e.id = q.id and (e.attended_s, e.held_s, e.mark) is distinct from (q.got, q.held, q.mark)`.execute(
    db,
  );
  // People of other centres are not in sight: what changed is added.
  const were = rows.filter(({ mark }) => isThere(mark)).length;
  const are = sums.filter(({ mark }) => isThere(mark)).length;
  await db
    .updateTable('training_seat')
    .set({ attended: attended + are - were })
    .where('training_id', '=', trainingId)
    .execute();
}

const isThere = (mark: string): boolean => mark === 'PRESENT' || mark === 'PARTIAL';
