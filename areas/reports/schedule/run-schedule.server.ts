// Making a scheduled report: each person gets an export of their own, compiled with their rights when it is made, so a schedule
// widens nobody's view. The line of slot and person makes it once, whoever else looks at the same minute.
import { currentYear } from '@aangan/contract/period.ts';
import { startExport } from '@aangan/server/files/exports.ts';
import { HEAD_OFFICE } from '@aangan/server/sql.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { recipientsOf } from './recipients.server.ts';

export interface Schedule {
  readonly id: string;
  readonly franchisee_id: number;
  readonly owner_id: string;
  readonly name: string;
  readonly report: string;
  readonly period: string | null;
  readonly format: string;
  readonly user_ids: readonly string[];
  readonly role_ids: readonly number[];
}

/** Starts the slot for its people, or for one of them. Answers how many were started and how many may not read it. */
export async function runSchedule(
  db: Db,
  schedule: Schedule,
  { slot, now, only }: { slot: Date; now: Date; only?: string },
): Promise<{ started: number; skipped: number }> {
  const { people, mayRead } = await recipientsOf(db, {
    franchiseeId: schedule.franchisee_id,
    report: schedule.report,
    userIds: only === undefined ? schedule.user_ids : [only],
    roleIds: only === undefined ? schedule.role_ids : [],
  });
  const done = { started: 0, skipped: 0 };
  for (const { id } of people) {
    const reads = mayRead.has(id);
    const { rows } = await sql<{ id: string }>`
      insert into report_schedule_run (franchisee_id, schedule_id, slot, recipient_id, state, error)
        values (${schedule.franchisee_id}, ${schedule.id}, ${slot.toISOString()}, ${id}, ${reads ? 'STARTED' : 'SKIPPED'}, ${reads ? null : 'The right to this report is missing.'})
      on conflict on constraint report_schedule_run_once do nothing returning id`.execute(db);
    const [line] = rows;
    if (!line) continue;
    done[reads ? 'started' : 'skipped'] += 1;
    if (!reads) continue;
    const jobId = await exportFor(db, schedule, id, now);
    await sql`update report_schedule_run set export_job_id = ${jobId} where franchisee_id = ${schedule.franchisee_id} and id = ${line.id}`.execute(
      db,
    );
  }
  return done;
}

async function exportFor(db: Db, schedule: Schedule, userId: string, now: Date): Promise<string> {
  const place = schedule.franchisee_id === HEAD_OFFICE ? null : schedule.franchisee_id;
  const { jobId } = await startExport(
    db,
    { ...systemActor(place), userId, franchiseeId: place, academicYearId: currentYear(now), roleIds: [] },
    {
      contract: `${schedule.report}.export`,
      title: schedule.name,
      input: schedule.period === null ? {} : { period: schedule.period },
      format: schedule.format === 'csv' ? 'csv' : 'xlsx',
    },
  );
  return jobId;
}
