// Performs outbox rows. Promises: J1 nothing committed is lost (a lease, renewed while the row is in work), J2 nothing rolled back leaks (the row is
// in the transaction), J3 a poisoned row does not hold up others (own slot, backoff, DEAD).
import type { Logger } from 'pino';
import { safeError } from '../logging.ts';
import type { Ports } from '../ports.ts';
import type { Database } from '../postgres/database.ts';
import { systemActor } from '../work/actor.ts';
import { type Db, inUnitOfWork } from '../work/unit-of-work.ts';
import type { OutboxWorker } from './background.ts';
import { type Lane, outboxHint } from './outbox.ts';
import {
  backoffS,
  type ClaimRules,
  claimOutbox,
  type Ending,
  endOutbox,
  MAX_ATTEMPTS,
  type OutboxRow,
  reclaimOutbox,
  releaseOutbox,
  renewOutbox,
  unparkOutbox,
} from './outbox-claim.ts';

/** Surely nothing left the house (refused before acceptance, no connection): may be tried again. */
export class NotSent extends Error {
  override name = 'NotSent';
  readonly retryAfterS: number | undefined;
  constructor(message: string, retryAfterS?: number) {
    super(message);
    this.retryAfterS = retryAfterS;
  }
}

/** Another try can never succeed. */
export class GiveUp extends Error {
  override name = 'GiveUp';
}

export interface OutboxDeps {
  database: Database;
  workers: Readonly<Record<string, OutboxWorker>>;
  ports: Omit<Ports, 'afterCommit'>;
  log: Logger;
  now?: () => Date;
  leaseS?: number;
  /** A row that takes longer is left to its fate and counted as unknown. */
  performTimeoutS?: number;
}

export interface OutboxCounts {
  sent: number;
  retried: number;
  unknown: number;
  dead: number;
}

const NETWORK = systemActor();
// A dead worker's row comes back within 15 s: the lease, the reaper's round and a look at the queue.
const LEASE_S = 10;
const PERFORM_TIMEOUT_S = 60;
const LANES: readonly Lane[] = ['CODE', 'NOW', 'ROUTINE', 'FACT', 'BULK'];

const rulesOf = (deps: OutboxDeps): ClaimRules => ({
  handled: Object.keys(deps.workers),
  now: deps.now?.() ?? new Date(),
  leaseS: deps.leaseS ?? LEASE_S,
});
const safeKinds = (deps: OutboxDeps): string[] =>
  Object.entries(deps.workers).flatMap(([kind, worker]) => (worker.retryUnknown ? [kind] : []));
const network = <T>(deps: OutboxDeps, command: string, work: (db: Db) => Promise<T>): Promise<T> =>
  inUnitOfWork(deps.database, NETWORK, { command: `outbox.${command}` }, work);

/** Performs one leased row and writes how it ended. */
export async function performRow(deps: OutboxDeps, row: OutboxRow): Promise<Ending['state'] | 'LOST'> {
  const worker = deps.workers[row.kind] as OutboxWorker; // only handled kinds are claimed
  let finished = false;
  const work = <T>(franchiseeId: number | null, inside: (db: Db) => Promise<T>): Promise<T> =>
    inUnitOfWork(deps.database, systemActor(franchiseeId), { command: row.kind, requestId: row.id }, inside);
  const finish = async (db: Db): Promise<void> => {
    if (!(await endOutbox(db, row, { state: 'SENT' })))
      throw new Error('The lease was lost; another worker has this row');
    finished = true;
  };
  let ending: Ending;
  try {
    const performing = worker.perform({
      row,
      work,
      finish,
      data: row.payload,
      now: deps.now?.() ?? new Date(),
      ports: { ...deps.ports, afterCommit: (after) => void setImmediate(after) },
    });
    await within(performing, (deps.performTimeoutS ?? PERFORM_TIMEOUT_S) * 1000);
    if (finished) return 'SENT';
    ending = { state: 'SENT' };
  } catch (error) {
    ending = endingOf(error, row, worker, deps.now?.() ?? new Date());
    deps.log.warn(
      {
        kind: row.kind,
        id: row.id,
        franchiseeId: row.franchiseeId,
        attempts: row.attempts,
        state: ending.state,
        reason: safeError(error),
      },
      'outbox row failed',
    );
  }
  return (await network(deps, 'end', (db) => endOutbox(db, row, ending))) ? ending.state : 'LOST';
}

function endingOf(error: unknown, row: OutboxRow, worker: OutboxWorker, now: Date): Ending {
  const text = safeError(error);
  if (error instanceof GiveUp) return { state: 'DEAD', error: text };
  if (!(error instanceof NotSent) && !worker.retryUnknown) return { state: 'UNKNOWN', error: text };
  if (row.attempts >= MAX_ATTEMPTS) return { state: 'DEAD', error: text };
  const waitS = (error instanceof NotSent ? error.retryAfterS : undefined) ?? backoffS(row.attempts);
  return { state: 'QUEUED', error: text, at: new Date(now.getTime() + waitS * 1000) };
}

async function within(work: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('took too long')), ms);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    work.catch(() => undefined); // a late failure has nobody to tell
  }
}

/** Performs everything that is due now, once, one after the other. For tests and the demo seed. */
export async function drainOutbox(deps: OutboxDeps): Promise<OutboxCounts> {
  const counts: OutboxCounts = { sent: 0, retried: 0, unknown: 0, dead: 0 };
  await network(deps, 'unpark', (db) => unparkOutbox(db, rulesOf(deps).handled));
  for (;;) {
    const rows: OutboxRow[] = [];
    for (const lane of LANES) {
      let cursor = 0;
      do {
        const claimed = await network(deps, 'claim', (db) =>
          claimOutbox(db, lane, 100, cursor, rulesOf(deps)),
        );
        rows.push(...claimed.rows);
        cursor = claimed.cursor;
      } while (cursor > 0);
    }
    if (rows.length === 0) return counts;
    for (const row of rows) {
      const state = await performRow(deps, row);
      if (state === 'SENT') counts.sent += 1;
      else if (state === 'QUEUED') counts.retried += 1;
      else if (state === 'UNKNOWN') counts.unknown += 1;
      else if (state === 'DEAD') counts.dead += 1;
    }
  }
}

export interface Worker {
  /** Looks for work now. */
  wake(): void;
  /** Finishes what was begun, gives back the rest, ends the timers. */
  stop(): Promise<void>;
}

interface LaneShare {
  lane: Lane;
  limit: number;
}

const URGENT: readonly LaneShare[] = [
  { lane: 'CODE', limit: 20 },
  { lane: 'NOW', limit: 20 },
];
// Shares of one round, so that a flood of bulk work cannot starve the rest, nor be starved.
const PATIENT: readonly LaneShare[] = [
  { lane: 'ROUTINE', limit: 24 },
  { lane: 'FACT', limit: 16 },
  { lane: 'BULK', limit: 16 },
];

/** Starts the worker of this process: codes and urgent rows have slots of their own. */
export function startOutboxWorker(deps: OutboxDeps & { pollMs?: number }): Worker {
  const runners = [runLanes(deps, URGENT, 2), runLanes(deps, PATIENT, 4)];
  const wake = () => {
    for (const runner of runners) runner.wake();
  };
  const onHint = () => void setTimeout(wake, 15).unref(); // the row is seen only after its commit
  outboxHint.on('queued', onHint);
  const reclaim = () =>
    network(deps, 'reclaim', (db) => reclaimOutbox(db, { ...rulesOf(deps), safe: safeKinds(deps) })).then(
      (n) => n > 0 && wake(),
      (error: unknown) => deps.log.error({ err: error }, 'outbox reclaim failed'),
    );
  const reaper = setInterval(reclaim, Math.min(5_000, (deps.leaseS ?? LEASE_S) * 250));
  network(deps, 'unpark', (db) => unparkOutbox(db, rulesOf(deps).handled)).then(wake, (error: unknown) =>
    deps.log.error({ err: error }, 'outbox unpark failed'),
  );
  return {
    wake,
    stop: async () => {
      clearInterval(reaper);
      outboxHint.off('queued', onHint);
      await Promise.all(runners.map((runner) => runner.stop()));
    },
  };
}

/** One claim-and-perform loop over some lanes with `slots` rows in work at a time. */
function runLanes(
  deps: OutboxDeps & { pollMs?: number },
  shares: readonly LaneShare[],
  slots: number,
): Worker {
  const cursors = new Map<Lane, number>();
  const held = new Set<OutboxRow>();
  let stopping = false;
  let wake = () => {};
  const renewal = setInterval(
    () => {
      if (held.size > 0)
        network(deps, 'renew', (db) => renewOutbox(db, [...held], rulesOf(deps))).catch(() => undefined);
    },
    ((deps.leaseS ?? LEASE_S) * 1000) / 3,
  );

  const round = async (): Promise<number> => {
    let n = 0;
    for (const { lane, limit } of shares) {
      const before = cursors.get(lane) ?? 0;
      const claimed = await network(deps, 'claim', (db) =>
        claimOutbox(db, lane, limit, before, rulesOf(deps)),
      );
      cursors.set(lane, claimed.cursor);
      // The rest of a round may be empty while the centres before the cursor have work: look again at once.
      n += claimed.rows.length || (before > 0 ? 1 : 0);
      await performAll(claimed.rows);
    }
    return n;
  };
  const performAll = async (rows: readonly OutboxRow[]): Promise<void> => {
    const waiting = [...rows];
    for (const row of rows) held.add(row);
    const slot = async () => {
      for (let row = waiting.shift(); row && !stopping; row = waiting.shift()) {
        await performRow(deps, row).catch((error: unknown) =>
          deps.log.error({ err: error }, 'outbox row could not be ended'),
        );
        held.delete(row);
      }
    };
    const unbegun = () => rows.filter((row) => held.has(row));
    await Promise.all(Array.from({ length: Math.min(slots, rows.length) }, slot));
    if (stopping && unbegun().length > 0)
      await network(deps, 'release', (db) => releaseOutbox(db, unbegun())).catch(() => undefined);
    for (const row of rows) held.delete(row);
  };
  const loop = (async () => {
    while (!stopping) {
      const n = await round().catch((error: unknown) => {
        deps.log.error({ err: error }, 'outbox round failed');
        return 0;
      });
      if (n > 0 || stopping) continue;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, deps.pollMs ?? 500);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  })();
  return {
    wake: () => wake(),
    stop: async () => {
      stopping = true;
      wake();
      await loop;
      clearInterval(renewal);
    },
  };
}
