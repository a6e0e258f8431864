// What a closing of a centre does to the registers of that day (areas/academics.md 2.6, story 10).
import type { Day } from '@aangan/contract/period.ts';
import { moveStatus } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { takeBackAbsence } from './absence-messages.server.ts';
import { registerStates } from './attendance.states.ts';

export interface RegisterOnDay {
  id: string;
  onDate: Day;
  classId: number;
  section: string;
  status: 'OPEN' | 'SUBMITTED';
  marked: number;
}

/** The registers of a centre from one day to another that are not cancelled yet. */
export async function registersOf(
  db: Db,
  franchiseeId: number,
  { from, to }: { from: Day; to: Day },
): Promise<RegisterOnDay[]> {
  const { rows } = await sql<RegisterOnDay>`
    select r.id, r.on_date as "onDate", s.class_id as "classId", k.name || ' ' || s.name as section, r.status,
           (select count(*)::int from attendance_mark m where m.franchisee_id = r.franchisee_id and m.register_id = r.id) as marked
      from attendance_register r join section s on s.franchisee_id = r.franchisee_id and s.id = r.section_id join class k on k.id = s.class_id
     where r.franchisee_id = ${franchiseeId} and r.on_date between ${from}::date and ${to}::date and r.status <> 'CANCELLED'
     order by r.on_date, k.position, s.name`.execute(db);
  return rows;
}

/** Cancels the registers of a day, or one of them; notices of absence that have not left are taken back. */
export async function cancelRegisters(
  db: Db,
  { franchiseeId, onDate, id, reason }: { franchiseeId: number; onDate: Day; id?: string; reason: string },
): Promise<number> {
  const rows = await db
    .selectFrom('attendance_register')
    .select(['franchisee_id', 'id', 'status'])
    .where('franchisee_id', '=', franchiseeId)
    .where('on_date', '=', onDate)
    .where('status', '<>', 'CANCELLED')
    .$if(id !== undefined, (q) => q.where('id', '=', id ?? ''))
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const row of rows) {
    await moveStatus(db, {
      states: registerStates,
      table: 'attendance_register',
      row,
      action: 'close-day',
      reason,
    });
    const absent = await db
      .selectFrom('attendance_mark')
      .select('enrolment_id')
      .where('franchisee_id', '=', franchiseeId)
      .where('register_id', '=', row.id)
      .where('code', '=', 'A')
      .execute();
    for (const { enrolment_id } of absent) await takeBackAbsence(db, franchiseeId, enrolment_id, onDate);
  }
  return rows.length;
}
