// Runs of the jobs up to now: most ran, one broke off, one night the server was down.
import { addDays } from '@aangan/contract/period.ts';
import type { JobDeclaration } from '@aangan/server/background/background.ts';
import { nextSlot, parseCron } from '@aangan/server/background/cron.ts';
import type { Client } from 'pg';
import type { Clock } from '../../../db/demo/moment.ts';
import { systemTeam } from '../../../db/demo/people.ts';
import { demoUuid, rngOf } from '../../../db/demo/random.ts';
import { insertRows, type Row } from '../../../db/demo/rows.ts';

const DAYS = 30;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** A slot of these last moments has not begun yet. */
const BEGINS_WITHIN_MS = 3_000;
/** Of jobs that come all day only the last runs are told: a month of them would be the largest table of the demo. */
const FREQUENT_RUNS = 12;
const BROKEN = 'system.menu-check';
const WITH_FAILURES = 'network.agreement-and-paper-alerts';
/** One night the server was down from two to five. */
const DARK_NIGHT = 9;

function slotsOf(schedule: string, from: number, until: number): number[] {
  const parsed = parseCron(schedule);
  const slots: number[] = [];
  for (
    let at = nextSlot(parsed, new Date(from)).getTime();
    at < until;
    at = nextSlot(parsed, new Date(at)).getTime()
  )
    slots.push(at);
  return slots;
}

export async function writeNights(
  client: Client,
  jobs: readonly JobDeclaration[],
  { today, now }: Clock,
): Promise<void> {
  const until = now.getTime();
  const rows: Row[] = [];
  for (const job of jobs) {
    if (job.schedule === null || job.schedule.trim().split(/\s+/).length > 5) continue;
    const often = /^\*/.test(job.schedule);
    const from = until - (often ? DAY_MS / 12 : DAYS * DAY_MS);
    const slots = slotsOf(job.schedule, from, until - BEGINS_WITHIN_MS).slice(often ? -FREQUENT_RUNS : -200);
    const rng = rngOf(`cron|${job.name}`);
    const usual = job.timeoutS > 300 ? rng.int(180, 2_400) : rng.int(0, 60);
    const dark = Date.parse(`${addDays(today, -DARK_NIGHT)}T02:00:00+05:30`);
    for (const slot of slots)
      rows.push(runOf(job, slot, { usual, rng, newest: slot === slots.at(-1), dark: slot - dark, until }));
  }
  await insertRows(client, 'cron_run', rows);
  const broken = rows.filter((row) => row['state'] === 'INTERRUPTED' || row['error'] === 'missed');
  await insertRows(
    client,
    'cron_alert',
    broken.map((row) => alertOf(row, jobs)),
  );
}

function runOf(
  job: JobDeclaration,
  slot: number,
  {
    usual,
    rng,
    newest,
    dark,
    until,
  }: {
    usual: number;
    rng: ReturnType<typeof rngOf>;
    newest: boolean;
    /** ms since the lights went out */
    dark: number;
    /** Whatever runs has ended by then. */
    until: number;
  },
): Row {
  const iso = (ms: number) => new Date(ms).toISOString();
  const base = {
    id: demoUuid('cron-run', job.name, slot),
    job: job.name,
    planned_at: iso(slot),
    trigger: dark >= 0 && dark < 3 * HOUR_MS && job.onMiss === 'RUN_ONCE' ? 'CATCH_UP' : 'SCHEDULE',
    attempt: 1,
  };
  const usually = rng.int(200, Math.min(job.timeoutS * 300, 90_000));
  const isDark = dark >= 0 && dark < 3 * HOUR_MS;
  const wait = isDark ? 3 * HOUR_MS - dark + 600_000 : rng.int(300, 2_400);
  const took = Math.min(usually, until - slot - wait);
  if (isDark && job.onMiss === 'SKIP')
    return {
      ...base,
      state: 'NOT_STARTED',
      started_at: null,
      finished_at: null,
      ok: 0,
      failed: 0,
      log: null,
      error: 'missed',
    };
  if (job.name === BROKEN && newest)
    return {
      ...base,
      state: 'INTERRUPTED',
      started_at: iso(slot + wait),
      finished_at: iso(Math.min(slot + 120_000, until)),
      ok: 0,
      failed: 0,
      log: null,
      error: 'No sign of life for 90 seconds',
    };
  const failed = job.name === WITH_FAILURES && newest ? 3 : 0;
  return {
    ...base,
    state: 'COMPLETED',
    started_at: iso(slot + wait),
    finished_at: iso(slot + wait + took),
    ok: Math.max(0, usual + rng.int(-Math.ceil(usual / 8), Math.ceil(usual / 8))),
    failed,
    log: failed > 0 ? '3 centres have no e-mail address to tell' : null,
    error: null,
  };
}

function alertOf(row: Row, jobs: readonly JobDeclaration[]): Row {
  const title = jobs.find((job) => job.name === row['job'])?.title ?? String(row['job']);
  const missed = row['error'] === 'missed';
  const at = new Date(String(row['planned_at']));
  const time = new Intl.DateTimeFormat('en-US', {
    timeZone: 'Asia/Kolkata',
    hour: '2-digit',
    minute: '2-digit',
    hour12: true,
  }).format(at);
  return {
    id: demoUuid('cron-alert', String(row['id'])),
    job: row['job'],
    kind: missed ? 'MISSED' : 'INTERRUPTED',
    planned_at: row['planned_at'],
    run_id: row['id'],
    text: missed
      ? `Job ${title} missed its slot at ${time}.`
      : `Job ${title} was interrupted at ${time}: ${String(row['error'])}`,
    seen_at: missed ? new Date(at.getTime() + 14_400_000).toISOString() : null,
    seen_by: missed ? systemTeam.system.id : null,
    created_at: new Date(at.getTime() + 300_000).toISOString(),
  };
}
