import { formatDateTime } from '@aangan/contract/period.ts';
import type { JobDeclaration } from '@aangan/server/handle.ts';
import type { Db } from '@aangan/server/unit-of-work.ts';
import { sql } from 'kysely';
import { usersWith } from '../../network/public.server.ts';
import { notify } from '../../shell/public.server.ts';
import { disagreements } from '../role/dashboard-grid.server.ts';
import { systemModules } from '../system-modules.ts';

interface Trouble {
  job: string;
  title: string;
  kind: 'LATE' | 'MISSED' | 'INTERRUPTED';
  planned_at: string;
  run_id: string | null;
  error: string | null;
  minutes: number;
}

/**
 * Slots that did not run: missed ones, runs that broke off, and jobs whose time is past by more than their allowance.
 * One alert a slot and kind, and a line in the bell of everybody who looks after the jobs. Returns the number of new ones.
 */
export async function raiseAlerts(db: Db, now: Date): Promise<number> {
  const at = now.toISOString();
  const { rows } = await sql<Trouble>`
    select t.job, t.kind, t.planned_at::text as planned_at, t.run_id, t.error, t.minutes, j.title from (
      select r.job, 'MISSED' as kind, r.planned_at, r.id as run_id, null as error, 0 as minutes from cron_run r
        where r.state = 'NOT_STARTED' and r.error is not null and r.planned_at > ${at}::timestamptz - interval '2 days'
      union all select r.job, 'INTERRUPTED', r.planned_at, r.id, r.error, 0 from cron_run r
        where r.state = 'INTERRUPTED' and r.planned_at > ${at}::timestamptz - interval '2 days'
      union all select r.job, 'LATE', r.planned_at, r.id, null, (extract(epoch from ${at}::timestamptz - r.planned_at) / 60)::int from cron_run r join cron_job j on j.name = r.job
        where r.state = 'NOT_STARTED' and r.error is null and r.planned_at < ${at}::timestamptz - make_interval(secs => j.max_late_s)
      union all select j.name, 'LATE', j.next_run_at, null, null, (extract(epoch from ${at}::timestamptz - j.next_run_at) / 60)::int from cron_job j
        where j.enabled and j.schedule <> '' and j.next_run_at < ${at}::timestamptz - make_interval(secs => j.max_late_s)
          and (j.paused_until is null or j.paused_until <= ${at})) t join cron_job j on j.name = t.job and j.enabled
     where not exists (select from cron_alert a where a.job = t.job and a.kind = t.kind and a.planned_at = t.planned_at)
     order by t.planned_at limit 200`.execute(db);
  if (rows.length === 0) return 0;
  const watchers = await usersWith(db, { module: systemModules.cronDashboard });
  for (const row of rows) await raise(db, row, watchers);
  return rows.length;
}

async function raise(db: Db, row: Trouble, watchers: readonly { id: string }[]): Promise<void> {
  const time = formatDateTime(new Date(row.planned_at)).slice(-8);
  const text = {
    LATE: `Job ${row.title} is ${row.minutes} min late.`,
    MISSED: `Job ${row.title} missed its slot at ${time}.`,
    INTERRUPTED: `Job ${row.title} was interrupted at ${time}: ${(row.error ?? '').split('\n')[0]}`,
  }[row.kind].slice(0, 300);
  await sql`insert into cron_alert (job, kind, planned_at, run_id, text) values (${row.job}, ${row.kind}, ${row.planned_at}, ${row.run_id}, ${text}) on conflict do nothing`.execute(
    db,
  );
  for (const { id } of watchers)
    await notify(db, {
      userId: id,
      kind: 'system.cron-alert',
      title: text,
      link: '/cron/list?tab=alerts',
      sourceArea: 'system',
      dedupeKey: `cron:${row.job}:${row.kind}:${row.planned_at}`,
    });
}

export const cronLate: JobDeclaration = {
  name: 'system.cron-late',
  title: 'Watch over the jobs',
  schedule: '*/5 * * * *',
  onMiss: 'SKIP',
  maxLateS: 300,
  timeoutS: 60,
  run: async ({ work, now }) => ({ ok: await work(null, (db) => raiseAlerts(db, now)), failed: 0 }),
};

export const menuCheckJob: JobDeclaration = {
  name: 'system.menu-check',
  title: 'Menu against rights',
  schedule: '10 3 * * *',
  onMiss: 'RUN_ONCE',
  maxLateS: 3600,
  timeoutS: 120,
  run: ({ work, now }) =>
    work(null, async (db) => {
      const rows = await disagreements(db);
      const serious = rows.filter((row) => row.kind !== 'module-without-item');
      const day = now.toISOString().slice(0, 10);
      if (serious.length > 0)
        for (const { id } of await usersWith(db, { module: systemModules.System, write: true }))
          await notify(db, {
            userId: id,
            kind: 'system.menu-check',
            title: `Menu and rights disagree in ${serious.length} places`,
            link: '/system/roles?tab=differences',
            sourceArea: 'system',
            dedupeKey: `menu-check:${day}`,
          });
      return {
        ok: rows.length - serious.length,
        failed: serious.length,
        log: serious
          .slice(0, 40)
          .map((r) => `${r.subject}: ${r.text}`)
          .join('\n'),
      };
    }),
};

/** Changes of the week to super admins, Monday morning. */
export const roleReport: JobDeclaration = {
  name: 'system.role-report',
  title: 'Changes of roles in the week',
  schedule: '0 6 * * 1',
  onMiss: 'RUN_ONCE',
  maxLateS: 21_600,
  timeoutS: 60,
  run: ({ work, now }) =>
    work(null, async (db) => {
      const { rows } = await sql<{
        changes: number;
        people: number;
        conflicts: number;
      }>`select count(*)::int as changes, coalesce(sum((effect->'people'->>'count')::int), 0)::int as people,
        count(*) filter (where jsonb_array_length(effect->'conflicts') > 0)::int as conflicts
        from role_change where state = 'APPLIED' and coalesce(decided_at, created_at) > ${now.toISOString()}::timestamptz - interval '7 days'`.execute(
        db,
      );
      const week = rows[0] ?? { changes: 0, people: 0, conflicts: 0 };
      const supers = await db
        .selectFrom('app_user')
        .select('id')
        .where('super_admin', '=', true)
        .where('state', '=', 'ACTIVE')
        .execute();
      for (const { id } of supers)
        await notify(db, {
          userId: id,
          kind: 'system.role-report',
          title: `${week.changes} changes of roles in the week`,
          body: `${week.people} people affected, ${week.conflicts} with rights that should not be in one hand.`,
          link: '/system/roles?tab=waiting',
          sourceArea: 'system',
          dedupeKey: `role-report:${now.toISOString().slice(0, 10)}`,
        });
      return { ok: supers.length, failed: 0 };
    }),
};

export const endPointUsePurge: JobDeclaration = {
  name: 'system.end-point-use',
  title: 'Old counters of rights',
  schedule: '35 4 * * 0',
  onMiss: 'RUN_ONCE',
  maxLateS: 86_400,
  timeoutS: 120,
  run: async ({ work }) => {
    const done = await work(null, (db) =>
      sql`delete from end_point_use where hour < now() - interval '400 days'`.execute(db),
    );
    return { ok: Number(done.numAffectedRows ?? 0n), failed: 0 };
  },
};
