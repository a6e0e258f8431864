import { formatDateTime } from '@aangan/contract/period.ts';
import type { JobDeclaration } from '@aangan/server/background/background.ts';
import { HEAD_OFFICE } from '@aangan/server/sql.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { queueMessage } from '../../communication/public.server.ts';
import { usersWith } from '../../network/public.server.ts';
import { notify } from '../../shell/public.server.ts';
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
  const texts: string[] = [];
  for (const row of rows) texts.push(await raise(db, row, watchers));
  await mailAlerts(db, { rows, texts, watchers });
  return rows.length;
}

const IN_ONE_MAIL = 10;

/** One e-mail for all that was found in one look: a server that was down would send one for each job otherwise. */
async function mailAlerts(
  db: Db,
  found: { rows: readonly Trouble[]; texts: readonly string[]; watchers: readonly { id: string }[] },
): Promise<void> {
  const [first] = found.rows;
  if (!first || found.watchers.length === 0) return;
  const more = found.texts.length - IN_ONE_MAIL;
  await queueMessage(db, {
    kind: 'system.cron-alert',
    franchiseeId: HEAD_OFFICE,
    about: { userIds: found.watchers.map((one) => one.id) },
    values: {
      lines: [...found.texts.slice(0, IN_ONE_MAIL), ...(more > 0 ? [`And ${more} more.`] : [])].join(' '),
    },
    dedupeKey: `${first.job}:${first.kind}:${first.planned_at}:${found.rows.length}`,
    source: { kind: 'CRON', id: first.job },
  });
}

async function raise(db: Db, row: Trouble, watchers: readonly { id: string }[]): Promise<string> {
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
  return text;
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
