// The queue behind jobs.ts: five functions over pg-boss 12.20.0 (reliability.md 3.5), so that another one could take
// its place. It holds nothing that is not also in our own tables (cron_run, outbox): it may be emptied without loss.
import { createHash } from 'node:crypto';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { safeError } from '../logging.ts';

const SCHEMA = 'pgboss';
const DEAD = 'dead';

export type Queue = 'run' | 'heavy';

// The defaults that bite (a job waiting 14 days is deleted, two retries) are set away.
const OPTIONS = {
  retryLimit: 10,
  retryBackoff: true,
  retryDelay: 5,
  retryDelayMax: 1800,
  heartbeatSeconds: 30,
  expireInSeconds: 900,
  retentionSeconds: 90 * 86_400,
  deleteAfterSeconds: 7 * 86_400,
};

/**
 * Makes or updates the queue's own schema, as its owner: the runtime role gets rows to read and write, and no right to
 * make anything. Call after `migrate`, with the same administrator's address.
 */
export async function installJobQueue(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl, application_name: 'aangan-migrate' });
  await client.connect();
  try {
    // One node at a time: pg-boss takes a set-up it lost to another for done, and its transaction stays aborted. The lock
    // ends with the connection.
    await client.query("select pg_advisory_lock(hashtext('aangan job queue'))");
    await client.query('set role aangan_owner');
    const boss = new PgBoss({
      db: { executeSql: async (text, values) => lastOf(await client.query(text, values as unknown[])) },
      schema: SCHEMA,
      supervise: false,
      schedule: false,
    });
    boss.on('error', () => {}); // thrown by the call that failed
    await boss.start();
    await boss.createQueue(DEAD, { retentionSeconds: OPTIONS.retentionSeconds });
    for (const queue of ['run', 'heavy']) await boss.createQueue(queue, { ...OPTIONS, deadLetter: DEAD });
    await boss.stop({ graceful: false });
    await client.query(`grant usage on schema ${SCHEMA} to aangan_api;
      grant select, insert, update, delete on all tables in schema ${SCHEMA} to aangan_api;
      grant execute on all functions in schema ${SCHEMA} to aangan_api`);
  } finally {
    await client.end();
  }
}

// Several statements in one text give an array of results.
const lastOf = (result: pg.QueryResult | pg.QueryResult[]): { rows: unknown[] } =>
  Array.isArray(result) ? (result.at(-1) ?? { rows: [] }) : result;

export interface QueuedWork {
  /** The same key is queued once. */
  key: string;
  data: Record<string, unknown>;
  /** After this the handler's time is over and the work is tried again elsewhere. */
  timeoutS: number;
  retries?: number;
}

export interface JobQueue {
  start(): Promise<void>;
  send(queue: Queue, work: QueuedWork): Promise<void>;
  /** Works a queue with `slots` at a time. A throw means: try again later. */
  work(
    queue: Queue,
    slots: number,
    handler: (data: Record<string, unknown>, signal: AbortSignal) => Promise<void>,
  ): Promise<void>;
  /** Counts of what waits, runs and failed for good. */
  counts(): Promise<{ waiting: number; running: number; dead: number }>;
  /** Waits for what runs, at most `seconds`; the rest is handed back. */
  stop(seconds: number): Promise<void>;
}

/** The queue as the runtime role `aangan_api`, with a small pool of its own. */
export function openJobQueue(url: string, log: Logger): JobQueue {
  const boss = new PgBoss({
    connectionString: url,
    schema: SCHEMA,
    max: 3,
    application_name: 'aangan-jobs',
    migrate: false,
    createSchema: false,
    schedule: false,
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
    maintenanceIntervalSeconds: 3600,
  });
  boss.on('error', (error) => log.error({ err: error }, 'job queue'));
  boss.on('warning', (warning) => log.warn({ reason: warning.message }, 'job queue'));
  const workers = new Map<Queue, string[]>();
  return {
    start: async () => void (await boss.start()),
    send: async (queue, { key, data, timeoutS, retries }) => {
      const limits = retries === undefined ? {} : { retryLimit: retries };
      await boss.send(queue, data, { id: uuidOf(key), expireInSeconds: timeoutS, ...limits });
      for (const id of workers.get(queue) ?? []) boss.notifyWorker(id);
    },
    work: async (queue, slots, handler) => {
      const id = await boss.work<Record<string, unknown>>(
        queue,
        { batchSize: 1, localConcurrency: slots, pollingIntervalSeconds: 1, heartbeatRefreshSeconds: 10 },
        async ([job]) => {
          if (!job) return;
          await handler(job.data, job.signal).catch((error: unknown) => {
            throw new Error(safeError(error)); // what pg-boss stores of an error must be clean too
          });
        },
      );
      workers.set(queue, [...(workers.get(queue) ?? []), id]);
    },
    counts: async () => {
      const queues = await boss.getQueues();
      const sum = (pick: (q: (typeof queues)[number]) => number) =>
        queues.filter((q) => q.name !== DEAD).reduce((n, q) => n + Number(pick(q)), 0);
      return {
        waiting: sum((q) => q.queuedCount),
        running: sum((q) => q.activeCount),
        dead: Number(queues.find((q) => q.name === DEAD)?.totalCount ?? 0),
      };
    },
    stop: (seconds) => boss.stop({ graceful: true, timeout: seconds * 1000 }),
  };
}

/** A uuid that is always the same for a key: what was queued twice is one job. */
function uuidOf(key: string): string {
  const hex = createHash('sha256').update(`job|${key}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
