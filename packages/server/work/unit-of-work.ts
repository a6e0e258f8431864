// The only file that takes a connection from the pool. One unit of work is one transaction in one work role with the
// actor's scope, and hands out the only database handle (architecture.md rule 6).

import { Refusal, refuse } from '@aangan/contract/refusal.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../postgres/database.ts';
import {
  ask,
  atCommit,
  type Db,
  gatherWrites,
  kyselyOver,
  send,
  type Transaction,
} from '../postgres/single-connection.ts';
import { type Actor, type NarrowedActor, reaches } from './actor.ts';
import { COMMIT, type OpeningOptions, openingOf } from './scope.ts';

export { atCommit, type Db };

export interface WorkOptions extends OpeningOptions {
  /** Times to repeat after a deadlock or serialisation failure; the work must then have no outside effect. */
  retries?: number;
}

const RETRYABLE = new Set(['40001', '40P01']);

/** Runs `work` in one transaction as `actor`. Commits when it returns, rolls back when it throws. */
export async function inUnitOfWork<T>(
  database: Database,
  actor: NarrowedActor,
  options: WorkOptions,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const retries = options.retries ?? 3;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await once(database, actor, options, work);
    } catch (error) {
      const code = (error as { code?: string }).code;
      if (!code || !RETRYABLE.has(code) || attempt >= retries) throw error;
      await new Promise((resolve) => setTimeout(resolve, 10 * 2 ** attempt * (0.5 + Math.random())));
    }
  }
}

/**
 * A read that a replica may answer. Whatever goes wrong there (it ended, or its replay had to cancel the query) the
 * primary answers.
 */
export async function inLaggingRead<T>(
  database: Database,
  replica: Database | null,
  actor: NarrowedActor,
  options: WorkOptions,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const asRead = { ...options, readOnly: true };
  if (!replica) return inUnitOfWork(database, actor, asRead, work);
  try {
    return await inUnitOfWork(replica, actor, { ...asRead, retries: 0 }, work);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    return inUnitOfWork(database, actor, asRead, work);
  }
}

async function once<T>(
  database: Database,
  actor: NarrowedActor,
  options: WorkOptions,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const client = await database.pool.connect();
  let broken: Error | undefined;
  const onError = (error: Error) => {
    broken = error;
  };
  client.on('error', onError);
  const release = () => {
    transaction.ended = true;
    client.off('error', onError);
    client.release(broken);
  };
  const transaction: Transaction = {
    client,
    ...openingOf(actor, options),
    prepares: database.prepares,
    closing: [],
  };
  try {
    const result = await work(kyselyOver(transaction));
    if (options.readOnly) {
      leave(transaction);
      release();
      return result;
    }
    await end(transaction);
    release();
    return result;
  } catch (error) {
    if (transaction.opened)
      await client.query('rollback').catch((failure: Error) => {
        broken = failure;
      });
    release();
    throw error;
  }
}

/** The commit, with what was left to it, in one round trip. A transaction that never began needs none. */
async function end(transaction: Transaction): Promise<void> {
  const { client, closing } = transaction;
  const last = closing.map((query) => send(transaction, query));
  if (!transaction.opened) return;
  gatherWrites(client);
  // After a failed statement Postgres takes `commit` for a rollback, and the failure is thrown from here.
  await Promise.all([...last, client.query('commit')]);
}

/**
 * Ends a read: there is nothing to lose, so neither the answer nor the connection's next user waits for the commit. It
 * leaves with whatever that user sends first, or when this turn of the event loop ends.
 */
function leave({ client, opened, prepares }: Transaction): void {
  if (!opened) return;
  ask(client, COMMIT, prepares).catch(() => undefined); // a broken connection tells its next user, or the pool
}

/** One statement as a unit of work of its own, in one round trip. */
export function runAlone(
  database: Database,
  actor: NarrowedActor,
  options: WorkOptions,
  statement: RawBuilder<unknown>,
): Promise<void> {
  return inUnitOfWork(database, actor, options, async (db) => atCommit(db, statement.compile(db)));
}

/** Commands that may touch another centre's rows (areas/README §3 rule 6); a test keeps the list closed. */
export const crossCentrePurposes = [
  'payment.confirm',
  'payment.refund',
  'settlement',
  'franchisee-payment',
  'royalty.freeze',
  'royalty.invoice',
  'note.franchisee',
  'gateway.settled',
  'order.gate-out',
  'transfer',
  'enquiry.move-centre',
  'enquiry.capture-elsewhere',
  'enquiry.seats-near',
  'user.leave',
] as const;
export type CrossCentrePurpose = (typeof crossCentrePurposes)[number];

/**
 * Widens the scope of this transaction to `centres` while `work` runs: the one audited way across centres. The
 * purpose stands in the change audit beside the command.
 */
export async function withCentres<T>(
  db: Db,
  centres: readonly number[],
  purpose: CrossCentrePurpose,
  work: () => Promise<T>,
): Promise<T> {
  const before = await sql<{ role: string; centres: string; command: string }>`
    select current_user as role, current_setting('app.centres') as centres, coalesce(current_setting('app.command', true), '') as command`.execute(
    db,
  );
  const {
    role,
    centres: own,
    command,
  } = before.rows[0] as { role: string; centres: string; command: string };
  if (role === 'rt_network') return work();
  const wider = own === '-' ? [...centres] : [...new Set([...own.split(',').map(Number), ...centres])];
  // A parent's role may not write; what follows their payment is written as the centre's.
  await sql`select set_config('role', 'rt_centre', true), set_config('app.centres', ${wider.join(',')}, true),
    set_config('app.command', ${`${command} (${purpose})`}, true)`.execute(db);
  const result = await work();
  await sql`select set_config('role', ${role}, true), set_config('app.centres', ${own}, true), set_config('app.command', ${command}, true)`.execute(
    db,
  );
  return result;
}

/**
 * Runs `work` in everything the actor reaches, whatever centre is chosen: the centre picker itself, a user's own things, and
 * what is of several centres at once, as a month of visits. It never reaches further than the actor does.
 */
export async function withWholeReach<T>(db: Db, actor: Actor, work: () => Promise<T>): Promise<T> {
  if (actor.franchiseeId === null) return work();
  const role = actor.students === null ? 'rt_centre' : 'rt_family';
  const centres = actor.centres.join(',') || '-';
  // One behind the other in one write: the work's first question follows without waiting.
  const [, result] = await Promise.all([
    setReach(db, role === 'rt_centre' && actor.wholeNetwork ? 'rt_network' : role, centres),
    work(),
  ]);
  await setReach(db, role, String(actor.franchiseeId));
  return result;
}

const setReach = (db: Db, role: string, centres: string) =>
  sql`select set_config('role', ${role}, true), set_config('app.centres', ${centres}, true)`.execute(db);

/**
 * Lets `work` write as the centre of the parent's own child, under the parent's user id: rt_family has no write grant. Only
 * for `asFamily` (areas/students), which has found the child in the parent's own scope before.
 */
export async function asCentreOfChild<T>(db: Db, franchiseeId: number, work: () => Promise<T>): Promise<T> {
  const { rows } = await sql<{ role: string; centres: string }>`
    select current_user as role, current_setting('app.centres') as centres`.execute(db);
  const before = rows[0] as { role: string; centres: string };
  if (before.role !== 'rt_family') throw new Error('Only a family writes as the centre of its child');
  await setReach(db, 'rt_centre', String(franchiseeId));
  const result = await work();
  await setReach(db, before.role, before.centres);
  return result;
}

/**
 * Narrows this transaction to one centre of the actor's while `work` runs: what is read there is that centre's, and nothing
 * can be written anywhere else. 404 for a centre out of reach.
 */
export async function withOneCentre<T>(
  db: Db,
  actor: Actor,
  franchiseeId: number,
  work: () => Promise<T>,
): Promise<T> {
  if (actor.franchiseeId === franchiseeId) return work();
  if (actor.franchiseeId !== null || !reaches(actor, franchiseeId)) throw refuse('row.not-found');
  await setReach(db, 'rt_centre', String(franchiseeId));
  const result = await work();
  await setReach(db, actor.wholeNetwork ? 'rt_network' : 'rt_centre', actor.centres.join(',') || '-');
  return result;
}
