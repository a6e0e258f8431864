// A streaming replica for reads that may be seconds old. How far it is behind is seen by positions in the log, not by
// its clock: on a quiet primary `now() - pg_last_xact_replay_timestamp()` grows although nothing is missing.
import pg from 'pg';
import type { Logger } from 'pino';
import { type Database, openDatabase, type Replica } from './database.ts';

export interface ReplicaOptions {
  primary: Database;
  /** Direct address of the replica as `aangan_api`. */
  url: string;
  maxLagMs: number;
  /** Connections. */
  max?: number;
  log: Logger;
  /** Between two looks (ms). */
  everyMs?: number;
}

interface Sample {
  at: number;
  position: bigint;
}

const PAUSE_MS = 50;

/**
 * Opens the replica and watches it. One that does not answer yet is waited for; one of another installation, or that is
 * no replica, stops the start in words.
 */
export async function openReplica(options: ReplicaOptions): Promise<Replica> {
  const { primary, maxLagMs, log, everyMs = 1_000 } = options;
  const database = openDatabase(options.url, { max: options.max ?? 10, prepares: primary.prepares });
  const samples: Sample[] = [];
  /** The newest moment of which the replica is known to have everything. */
  let completeAt = 0;
  let used = false;
  let closed = false;
  const behind = () => Date.now() - completeAt;

  const look = async () => {
    const at = Date.now();
    samples.push({ at, position: await positionOf(primary.pool) });
    const replayed = await replayedBy(database.pool);
    while (samples[0] && samples[0].position <= replayed) completeAt = samples.shift()?.at ?? completeAt;
    if (samples.length > 1_000) samples.splice(1, samples.length - 1_000);
  };
  const tell = () => {
    const near = behind() <= maxLagMs;
    if (near !== used)
      log.warn({ state: near ? 'near' : 'behind', seconds: Math.round(behind() / 1000) }, 'read replica');
    used = near;
  };
  await assertReplica(primary, database, log).catch(async (error) => {
    await database.close();
    throw error;
  });
  await look().catch(() => undefined);
  used = behind() <= maxLagMs;
  let timer: NodeJS.Timeout | undefined;
  const watch = async () => {
    await look().catch(() => undefined); // away for now: it ages, and the primary answers
    tell();
    if (!closed) timer = setTimeout(() => void watch(), everyMs).unref();
  };
  timer = setTimeout(() => void watch(), everyMs).unref();

  return {
    near: () => (behind() <= maxLagMs ? database : null),
    caughtUp: async () => {
      if (behind() > maxLagMs) return null;
      const until = Date.now() + maxLagMs;
      try {
        const wanted = await positionOf(primary.pool);
        while ((await replayedBy(database.pool)) < wanted) {
          if (Date.now() > until) return null;
          await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
        }
        return database;
      } catch {
        return null;
      }
    },
    close: async () => {
      closed = true;
      clearTimeout(timer);
      await database.close();
    },
  };
}

/** A position such as '16/B374D848' as a number of bytes. */
export function bytesOf(position: string): bigint {
  const [high = '0', low = '0'] = position.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

async function positionOf(pool: pg.Pool): Promise<bigint> {
  const { rows } = await pool.query<{ position: string }>('select pg_current_wal_lsn()::text as position');
  return bytesOf(rows[0]?.position ?? '0/0');
}

// A promoted replica is a primary of its own: nothing of ours arrives there any more.
async function replayedBy(pool: pg.Pool): Promise<bigint> {
  const { rows } = await pool.query<{ replica: boolean; position: string | null }>(
    'select pg_is_in_recovery() as replica, pg_last_wal_replay_lsn()::text as position',
  );
  return rows[0]?.replica && rows[0].position ? bytesOf(rows[0].position) : -1n;
}

const MARK = 'select installed_at::text as id from installation';

async function assertReplica(primary: Database, replica: Database, log: Logger): Promise<void> {
  const ours = await primary.pool.query<{ id: string }>(MARK);
  let theirs: { id: string | undefined; replica: boolean };
  try {
    const [mark, state] = await Promise.all([
      replica.pool.query<{ id: string }>(MARK),
      replica.pool.query<{ replica: boolean }>('select pg_is_in_recovery() as replica'),
    ]);
    theirs = { id: mark.rows[0]?.id, replica: state.rows[0]?.replica ?? false };
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '28P01')
      throw new Error('READ_DATABASE_URL: the replica refuses the password of aangan_api.', { cause: error });
    log.warn({ state: 'away' }, 'read replica');
    return;
  }
  if (theirs.id !== ours.rows[0]?.id || !theirs.replica)
    throw new Error(
      'READ_DATABASE_URL leads to a database that is no streaming replica of DATABASE_URL. Correct it, or leave it out.',
    );
}
