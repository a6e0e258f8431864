// What happens to leads by the clock: fetching and trying again, and head office taking over what nobody took.
import type { JobDeclaration } from '@aangan/server/background/background.ts';
import { HEAD_OFFICE } from '@aangan/server/sql.ts';
import { sql } from 'kysely';
import { channelHealthJob } from './channel-health.server.ts';
import { fetchMetaLead, GRAPH_URL } from './fetch-meta-lead.server.ts';
import { RELEASE_AFTER_MINUTES, releasedReasons } from './lead-words.ts';
import { type IntakeWork, leaseUntil, lockIntake, processIntake, sendTo } from './process-intake.server.ts';

const BATCH = 100;
const AT_ONCE = 4;

/** Leads that are due: their answers are fetched, or another try is made. */
export const sweepIntakeJob: JobDeclaration = {
  name: 'enquiries.consume-lead-intake',
  title: 'Leads that wait for answers or another try',
  schedule: '*/5 * * * * *',
  onMiss: 'SKIP',
  maxLateS: 60,
  timeoutS: 300,
  run: async ({ work, now, ports }) => {
    const graphUrl = ports.config['META_GRAPH_URL'] ?? GRAPH_URL;
    const due = await work(null, async (db) => {
      const { rows } = await sql<{ id: string; fetched: boolean }>`
        update lead_intake set next_try_at = ${leaseUntil(now)}::timestamptz where id in (
          select id from lead_intake where next_try_at <= ${now.toISOString()}::timestamptz and state in ('FETCHING', 'RETRY', 'PARSED', 'ROUTED')
           order by next_try_at limit ${sql.lit(BATCH)} for update skip locked)
        returning id, parsed is not null as fetched`.execute(db);
      return rows;
    });
    await inTurns(due, ({ id, fetched }) =>
      fetched ? processIntake({ work, now }, id) : fetchMetaLead({ work, now }, id, graphUrl),
    );
    return { ok: due.length, failed: 0 };
  },
};

/** Half an hour without a human: Corporate Business Branch calls (D22). */
export const releaseQuarantineJob: JobDeclaration = {
  name: 'enquiries.release-quarantine',
  title: 'Leads nobody took, to head office',
  schedule: '* * * * *',
  onMiss: 'RUN_ONCE',
  maxLateS: 300,
  timeoutS: 120,
  run: async ({ work, now }) => {
    const before = new Date(now.getTime() - RELEASE_AFTER_MINUTES * 60_000).toISOString();
    const waiting = await work(null, (db) =>
      db
        .selectFrom('lead_intake')
        .select('id')
        .where('state', '=', 'QUARANTINED')
        .where('quarantined_at', '<=', before)
        .where('quarantine_reason', 'in', [...releasedReasons])
        .orderBy('quarantined_at')
        .limit(500)
        .execute(),
    );
    await inTurns(waiting, ({ id }) => releaseOne({ work, now }, id));
    return { ok: waiting.length, failed: 0 };
  },
};

async function releaseOne(intake: IntakeWork, id: string): Promise<void> {
  await intake.work(null, async (db) => {
    const row = await lockIntake(db, id);
    if (row?.state === 'QUARANTINED')
      await sendTo(db, row, { franchiseeId: HEAD_OFFICE, by: 'TIME', now: intake.now });
  });
  await processIntake(intake, id);
}

async function inTurns<T>(items: readonly T[], run: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await run(item);
    }),
  );
}

/** Refused deliveries are noted for 30 days, like their inbox rows; answers of leads that became nothing go with them after 400. */
const purgeIntakeJob: JobDeclaration = {
  name: 'enquiries.purge-lead-intake',
  title: 'Old notes of refused and ignored leads',
  schedule: '35 4 * * *',
  onMiss: 'RUN_ONCE',
  maxLateS: 3600,
  timeoutS: 300,
  run: async ({ work, now }) => {
    const removed = await work(null, async (db) => {
      const { numAffectedRows } = await sql`delete from lead_intake where id in (select id from lead_intake
        where (state = 'REJECTED' and received_at < ${now.toISOString()}::timestamptz - interval '30 days')
           or (state = 'IGNORED' and received_at < ${now.toISOString()}::timestamptz - interval '400 days') limit 5000)`.execute(
        db,
      );
      return Number(numAffectedRows ?? 0n);
    });
    return { ok: removed, failed: 0 };
  },
};

export const intakeJobs: readonly JobDeclaration[] = [
  sweepIntakeJob,
  releaseQuarantineJob,
  channelHealthJob,
  purgeIntakeJob,
];
