// Consumes inbox rows into the product: oldest first per (provider, centre), one at a time there, several pairs side by side.
// A provider that names what a delivery is about (`InboxWorker.subject`) has the order kept per subject instead.
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { safeError } from '../logging.ts';
import type { Ports } from '../ports.ts';
import type { Database } from '../postgres/database.ts';
import { systemActor } from '../work/actor.ts';
import { type Db, inUnitOfWork } from '../work/unit-of-work.ts';
import type { InboxWorker } from './background.ts';
import { inboxHint, openInboxBody } from './inbox.ts';
import type { Worker } from './outbox-worker.ts';

/** The delivery is genuine but cannot be used as it is; a person must look (state EXCEPTION). */
export class NeedsPerson extends Error {
  override name = 'NeedsPerson';
}

export interface InboxDeps {
  database: Database;
  workers: Readonly<Record<string, InboxWorker>>;
  ports: Omit<Ports, 'afterCommit'>;
  log: Logger;
  now?: () => Date;
  leaseS?: number;
}

interface InboxRow {
  id: string;
  provider: string;
  eventId: string;
  franchiseeId: number | null;
  headers: Record<string, string>;
  body: Buffer | null;
  attempts: number;
  receivedAt: string;
}

const NETWORK = systemActor();
// A dead worker's row comes back within 15 s; a living one renews its leases while it consumes.
const LEASE_S = 10;
const BATCH = 100;
// A batch that hangs (a provider that never answers) loses its leases in the end.
const MOST_RENEWED_MS = 120_000;
// A report may come before what it reports on; after a day it never will (communication.md 8).
const GIVE_UP_MS = 24 * 3_600_000;

const network = <T>(deps: InboxDeps, command: string, work: (db: Db) => Promise<T>): Promise<T> =>
  inUnitOfWork(deps.database, NETWORK, { command: `inbox.${command}` }, work);

/**
 * Leases the oldest due rows, leaving out pairs that another process is consuming. These are gathered once: asked row by row,
 * a backlog of 10,000 that no ANALYZE had seen took 15 s a claim.
 */
async function claimInbox(deps: InboxDeps): Promise<InboxRow[]> {
  const now = (deps.now?.() ?? new Date()).toISOString();
  return network(deps, 'claim', async (db) => {
    const { rows } = await sql<InboxRow>`
      with busy as materialized (
        select distinct provider, coalesce(franchisee_id, 0) as centre from inbox where state = 'NEW' and locked_until > ${now})
      update inbox set attempts = inbox.attempts + 1, locked_until = ${now}::timestamptz + make_interval(secs => ${deps.leaseS ?? LEASE_S})
      from (
        select i.provider, i.event_id from inbox i
         where i.state = 'NEW' and i.verdict = 'VALID' and i.next_try_at <= ${now} and i.provider = any(${Object.keys(deps.workers)})
           and (i.locked_until is null or i.locked_until <= ${now})
           and (i.provider, coalesce(i.franchisee_id, 0)) not in (select provider, centre from busy)
         order by i.next_try_at, i.received_at limit ${BATCH} for update skip locked) due
      where inbox.provider = due.provider and inbox.event_id = due.event_id
      returning inbox.id, inbox.provider, inbox.event_id as "eventId", inbox.franchisee_id as "franchiseeId", inbox.headers, inbox.body,
        inbox.attempts, inbox.received_at as "receivedAt"`.execute(db);
    return rows.sort((a, b) => (a.receivedAt < b.receivedAt ? -1 : a.receivedAt > b.receivedAt ? 1 : 0));
  });
}

type Ending =
  | { state: 'DONE' | 'IGNORED' }
  | { state: 'EXCEPTION' | 'DEAD'; error: string }
  | { state: 'NEW'; error: string; at: Date };

async function endInbox(db: Db, row: InboxRow, ending: Ending): Promise<boolean> {
  // Lease and attempt are the fence: a worker that was too slow may not overwrite its successor's word. The state is asked
  // so that only the key finds the row: plainly asked, an index of open rows that no ANALYZE has seen looks cheaper.
  const result =
    await sql`update inbox set state = ${ending.state}, locked_until = null, last_error = ${'error' in ending ? ending.error : null},
      next_try_at = ${ending.state === 'NEW' ? ending.at.toISOString() : sql`next_try_at`},
      processed_at = ${ending.state === 'NEW' ? null : sql`clock_timestamp()`}
    where provider = ${row.provider} and event_id = ${row.eventId} and (state = 'NEW') is not false and attempts = ${row.attempts}`.execute(
      db,
    );
  return result.numAffectedRows === 1n;
}

async function consumeRow(deps: InboxDeps, row: InboxRow): Promise<void> {
  const worker = deps.workers[row.provider] as InboxWorker; // only registered providers are claimed
  const now = deps.now?.() ?? new Date();
  let finished = false;
  // The row belongs to the network, so a centre's unit of work may not write it: finish() steps out for this statement.
  const finish = async (db: Db): Promise<void> => {
    const before = await sql<{ role: string }>`select current_user as role`.execute(db);
    await sql`select set_config('role', 'rt_network', true)`.execute(db);
    if (!(await endInbox(db, row, { state: 'DONE' })))
      throw new Error('The lease was lost; another worker has this row');
    await sql`select set_config('role', ${before.rows[0]?.role ?? 'rt_centre'}, true)`.execute(db);
    finished = true;
  };
  let ending: Ending;
  try {
    const state = await worker.consume({
      row: {
        id: row.id,
        eventId: row.eventId,
        franchiseeId: row.franchiseeId,
        headers: row.headers,
        body: openInboxBody(row),
      },
      finish,
      data: null,
      now,
      work: (franchiseeId, inside) =>
        inUnitOfWork(
          deps.database,
          systemActor(franchiseeId),
          { command: `inbox ${row.provider}`, requestId: row.id },
          inside,
        ),
      ports: { ...deps.ports, afterCommit: (after) => void setImmediate(after) },
    });
    if (finished) return;
    ending = { state };
  } catch (error) {
    ending = endingOf(error, row, now);
    deps.log.warn(
      {
        provider: row.provider,
        id: row.id,
        attempts: row.attempts,
        state: ending.state,
        reason: safeError(error),
      },
      'inbox row not consumed',
    );
  }
  await network(deps, 'end', (db) => endInbox(db, row, ending));
}

function endingOf(error: unknown, row: InboxRow, now: Date): Ending {
  const text = safeError(error);
  if (error instanceof NeedsPerson) return { state: 'EXCEPTION', error: text };
  if (now.getTime() - new Date(row.receivedAt).getTime() > GIVE_UP_MS) return { state: 'DEAD', error: text };
  const waitS = Math.min(5 * 2 ** (row.attempts - 1), 3600) * (0.8 + Math.random() * 0.4);
  return { state: 'NEW', error: text, at: new Date(now.getTime() + waitS * 1000) };
}

/** Prolongs the leases of rows that wait for their turn or are being consumed. */
async function renewInbox(deps: InboxDeps, rows: readonly InboxRow[]): Promise<void> {
  const now = (deps.now?.() ?? new Date()).toISOString();
  await network(deps, 'renew', (db) =>
    sql`update inbox set locked_until = ${now}::timestamptz + make_interval(secs => ${deps.leaseS ?? LEASE_S})
      where state = 'NEW' and (id, attempts) in (select * from unnest(${rows.map((r) => r.id)}::uuid[], ${rows.map((r) => r.attempts)}::int[]))`.execute(
      db,
    ),
  );
}

/** What must stay in order: rows of one key are consumed one after the other. */
const orderKey = (deps: InboxDeps, row: InboxRow): string =>
  JSON.stringify([row.provider, row.franchiseeId, subjectOf(deps, row)]);

function subjectOf(deps: InboxDeps, row: InboxRow): string | null {
  try {
    return deps.workers[row.provider]?.subject?.(openInboxBody(row)) ?? null;
  } catch {
    return null; // a body that cannot be opened fails by itself, when it is consumed
  }
}

/** Consumes one claimed batch: different keys side by side, rows of a key in order. */
async function consumeBatch(deps: InboxDeps, rows: readonly InboxRow[]): Promise<void> {
  const waiting = [...Map.groupBy(rows, (row) => orderKey(deps, row)).values()];
  const held = new Set(rows);
  const leaseMs = (deps.leaseS ?? LEASE_S) * 1000;
  // Without a renewal (the database is away) nothing more is begun: by then the rows may be another worker's.
  const started = Date.now();
  let until = started + leaseMs * 0.75;
  const renewal = setInterval(() => {
    const begun = Date.now();
    if (begun - started > MOST_RENEWED_MS) return;
    renewInbox(deps, [...held]).then(
      () => {
        until = begun + leaseMs * 0.75;
      },
      () => undefined,
    );
  }, leaseMs / 3);
  const slot = async () => {
    for (let inOrder = waiting.shift(); inOrder; inOrder = waiting.shift())
      for (const row of inOrder) {
        if (Date.now() < until) await consumeRow(deps, row);
        held.delete(row);
      }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(4, waiting.length) }, slot));
  } finally {
    clearInterval(renewal);
  }
}

/** Consumes everything that is due now, once. For tests. Returns how many rows were taken. */
export async function drainInbox(deps: InboxDeps): Promise<number> {
  let n = 0;
  for (;;) {
    const rows = await claimInbox(deps);
    if (rows.length === 0) return n;
    n += rows.length;
    await consumeBatch(deps, rows);
  }
}

/** Starts to consume in this process; looks every half second and at each delivery that this process stored. */
export function startInboxWorker(deps: InboxDeps & { pollMs?: number }): Worker {
  let stopping = false;
  let wake = () => {};
  const onStored = () => void setTimeout(() => wake(), 15).unref();
  inboxHint.on('stored', onStored);
  const loop = (async () => {
    while (!stopping) {
      const rows = await claimInbox(deps).catch((error: unknown) => {
        deps.log.error({ err: error }, 'inbox claim failed');
        return [];
      });
      if (rows.length > 0) {
        await consumeBatch(deps, rows).catch((error: unknown) =>
          deps.log.error({ err: error }, 'inbox batch failed'),
        );
        continue;
      }
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
      inboxHint.off('stored', onStored);
      wake();
      await loop;
    },
  };
}
