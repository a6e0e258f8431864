import { addDays, type Day } from '@aangan/contract/period.ts';
import type { RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { isOperatingDay } from '../../academics/public.server.ts';
import { parametersOf, type Snapshot } from '../catalogue/snapshot.ts';
import { type Answered, answersOf } from '../engine/audit-row.server.ts';
import { isFault } from '../engine/score.ts';
import { CRITICAL_DAYS, REPEAT_DAYS } from './finding.states.ts';

type AuditRow = RowIn<'audit'>;
const MOST_SHIFT = 14;

/** One finding a fault, with the one of the audit before when the same question failed there. How many. */
export async function createFindings(
  db: Db,
  { row, snapshot, today }: { row: AuditRow; snapshot: Snapshot; today: Day },
): Promise<number> {
  const questions = new Map(parametersOf(snapshot).map((one) => [one.id, one]));
  const faults = (await answersOf(db, row)).filter(isFault);
  const before = await lastFaults(db, row);
  const dueDays = new Map<number, Day>();
  for (const answer of faults) {
    const one = questions.get(answer.parameterId);
    if (!one) continue;
    const days = one.closureDays ?? (one.severity === 'CRITICAL' ? CRITICAL_DAYS : snapshot.closureDays);
    const dueOn = dueDays.get(days) ?? (await workingDay(db, row.franchisee_id, addDays(today, days)));
    dueDays.set(days, dueOn);
    const repeated = before.get(one.id);
    await db
      .insertInto('audit_finding')
      .values({
        franchisee_id: row.franchisee_id,
        audit_id: row.id,
        parameter_id: one.id,
        severity: one.severity,
        text: textOf(one.question, answer),
        owner_kind: one.ownerKind,
        due_on: dueOn,
        repeat_of: repeated?.id ?? null,
        repeat_count: repeated ? repeated.count + 1 : 0,
      })
      .execute();
  }
  return faults.length;
}

const textOf = (question: string, { note, scale }: Answered): string =>
  `${question} ${scale === null ? 'No.' : `${scale} of 5.`}${note ? ` ${note}` : ''}`.slice(0, 500);

export interface LastFault {
  readonly id: string;
  readonly count: number;
  readonly text: string;
  readonly status: string;
  readonly auditOn: Day;
}
type Subject = Pick<AuditRow, 'franchisee_id' | 'id' | 'type_id' | 'audit_on' | 'staff_id' | 'section_id'>;

/** Findings of the published audit before this one, of the same kind and about the same. */
export async function lastFaults(db: Db, row: Subject): Promise<ReadonlyMap<string, LastFault>> {
  const { rows } = await sql<LastFault & { parameterId: string }>`
    select g.parameter_id as "parameterId", g.id, g.repeat_count as count, g.text, g.status, b.audit_on as "auditOn"
      from audit_finding g join audit b on b.franchisee_id = g.franchisee_id and b.id = g.audit_id
     where g.franchisee_id = ${row.franchisee_id} and g.status <> 'WITHDRAWN' and g.audit_id = (
       select a.id from audit a where a.franchisee_id = ${row.franchisee_id} and a.type_id = ${row.type_id} and a.mode = 'REGULAR' and a.status in ('PUBLISHED', 'CLOSED')
          and a.id <> ${row.id} and a.staff_id is not distinct from ${row.staff_id}::uuid and a.section_id is not distinct from ${row.section_id}::uuid
          and a.audit_on between ${row.audit_on}::date - ${sql.lit(REPEAT_DAYS)} and ${row.audit_on}::date
        order by a.audit_on desc, a.published_at desc limit 1)`.execute(db);
  return new Map(rows.map(({ parameterId, ...one }) => [parameterId, one]));
}

/** The day, or the first one after it on which the centre is open. */
async function workingDay(db: Db, franchiseeId: number, day: Day): Promise<Day> {
  for (let shift = 0; shift <= MOST_SHIFT; shift += 1) {
    const at = addDays(day, shift);
    if (await isOperatingDay(db, { franchiseeId }, at)) return at;
  }
  return day;
}
