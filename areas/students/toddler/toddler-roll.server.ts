import { type Day, todayIst } from '@aangan/contract/period.ts';
import type { JobDeclaration } from '@aangan/server/background/background.ts';
import { eachPart } from '@aangan/server/work/each-part.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { queueMessage } from '../../communication/public.server.ts';
import { usual } from './toddler.states.ts';
import { usedByItself } from './toddler-facts.server.ts';

/** Begins places whose first day has come, ends those that are over or used up, tells of those that nearly are. */
async function roll(db: Db, franchiseeId: number, today: Day): Promise<number> {
  const begun = await sql`update programme_assignment set status = 'RUNNING'
    where franchisee_id = ${franchiseeId} and status = 'SCHEDULED' and from_on <= ${today}::date`.execute(db);
  const over =
    await sql`update programme_assignment a set status = 'COMPLETED', to_on = least(a.to_on, ${today}::date)
    where a.franchisee_id = ${franchiseeId} and a.status = 'RUNNING'
      and (a.to_on < ${today}::date or a.sessions_before + ${usedByItself} >= a.sessions_total)`.execute(db);
  const { rows } = await sql<{ id: string; studentId: string; name: string; left: number; batch: string }>`
    update programme_assignment a set told_at = now() from enrolment e, student s, section n
     where a.franchisee_id = ${franchiseeId} and a.status = 'RUNNING' and a.told_at is null and e.franchisee_id = a.franchisee_id and e.id = a.enrolment_id
       and s.franchisee_id = e.franchisee_id and s.id = e.student_id and n.franchisee_id = a.franchisee_id and n.id = a.section_id
       and a.sessions_total - a.sessions_before - ${usedByItself} <= ${usual.endingAt}
    returning a.id, s.id as "studentId", coalesce(s.call_name, s.name) as name, n.name as batch, a.sessions_total - a.sessions_before - ${usedByItself} as left`.execute(
    db,
  );
  for (const row of rows)
    await queueMessage(db, {
      kind: 'students.sessions-left',
      franchiseeId,
      about: { studentIds: [row.studentId] },
      values: { child: row.name, left: String(row.left), batch: row.batch },
      dedupeKey: row.id,
      source: { kind: 'programme-assignment', id: row.id },
    });
  return Number(begun.numAffectedRows ?? 0n) + Number(over.numAffectedRows ?? 0n) + rows.length;
}

export const toddlerRollJob: JobDeclaration = {
  name: 'students.toddler-roll',
  title: 'Begin and end places of the mother toddler programme',
  schedule: '0 6 * * *',
  onMiss: 'RUN_ONCE',
  maxLateS: 43_200,
  timeoutS: 600,
  run: async (tools) => {
    const today = todayIst(tools.now);
    const { rows } = await tools.work(null, (db) =>
      sql<{
        centre: number;
      }>`select distinct franchisee_id as centre from programme_assignment where status in ('SCHEDULED', 'RUNNING')`.execute(
        db,
      ),
    );
    return eachPart(
      rows.map((row) => row.centre),
      (centre) => `centre ${centre}`,
      (franchiseeId) => tools.work(franchiseeId, (db) => roll(db, franchiseeId, today)),
    );
  },
};
