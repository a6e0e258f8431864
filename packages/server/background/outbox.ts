// What must happen after a commit is a row of the same transaction (reliability.md 3.4): a roll-back leaves nothing
// behind (J2), a crash loses nothing (J1). The worker is outbox-worker.ts.

import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../work/unit-of-work.ts';

export type Lane = 'CODE' | 'NOW' | 'ROUTINE' | 'BULK' | 'FACT';

export interface Subject {
  kind: string;
  id: string;
}

export interface LaterOptions {
  /** The centre whose row it is; the work runs as that centre. */
  franchiseeId: number;
  /** One row per (centre, kind, key): a repeated call within a week of its end changes nothing. */
  dedupeKey: string;
  /** CODE and NOW are served first; FACT tells another area, which may not be installed yet. */
  lane?: Lane;
  notBefore?: Date;
  /** After this it is not worth doing and becomes CANCELLED. */
  expiresAt?: Date;
  source?: Subject;
}

const KIND = /^[a-z][a-z-]*\.[a-z][a-z0-9-]*$/;

/** Tells the worker of this process to look soon; the row itself is the truth, a lost hint costs half a second. */
export const outboxHint = new EventEmitter().setMaxListeners(100);

/**
 * Queues work for after the commit. `payload` holds ids and plain values, never names, addresses or texts.
 * Returns false when the same key was queued before.
 */
export async function later(
  db: Db,
  kind: string,
  payload: Record<string, unknown>,
  options: LaterOptions,
): Promise<boolean> {
  if (!KIND.test(kind)) throw new Error(`Outbox kind '${kind}' is not <area>.<kebab>`);
  if (options.dedupeKey.length === 0 || options.dedupeKey.length > 300)
    throw new Error(`Outbox kind '${kind}' needs a dedupe key of 1 to 300 characters`);
  // No conflict target and nothing returned: a parent's role may append, but not read (0002).
  const result = await sql`
    insert into outbox (franchisee_id, id, kind, lane, payload, dedupe_key, not_before, expires_at, source_kind, source_id, command)
    values (${options.franchiseeId}, ${randomUUID()}, ${kind}, ${options.lane ?? 'ROUTINE'}, ${JSON.stringify(payload)}, ${options.dedupeKey},
      ${options.notBefore?.toISOString() ?? sql`date_trunc('milliseconds', now())`}, ${options.expiresAt?.toISOString() ?? null},
      ${options.source?.kind ?? null}, ${options.source?.id ?? null}, nullif(current_setting('app.command', true), ''))
    on conflict do nothing`.execute(db);
  outboxHint.emit('queued');
  return result.numAffectedRows === 1n;
}

/** As `later` for many facts of one kind, in one statement. */
export async function laterFacts(
  db: Db,
  kind: string,
  facts: readonly { payload: Record<string, unknown>; dedupeKey: string; source: Subject }[],
  { franchiseeId }: { franchiseeId: number },
): Promise<void> {
  if (facts.length === 0) return;
  if (!KIND.test(kind)) throw new Error(`Outbox kind '${kind}' is not <area>.<kebab>`);
  const rows = facts.map(({ payload, dedupeKey, source }) => ({
    payload,
    key: dedupeKey,
    source_kind: source.kind,
    source_id: source.id,
  }));
  await sql`
    insert into outbox (franchisee_id, id, kind, lane, payload, dedupe_key, not_before, source_kind, source_id, command)
    select ${franchiseeId}::int, gen_random_uuid(), ${kind}, 'FACT', x.payload, x.key, date_trunc('milliseconds', now()), x.source_kind, x.source_id, nullif(current_setting('app.command', true), '')
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (payload jsonb, key text, source_kind text, source_id text)
    on conflict do nothing`.execute(db);
  outboxHint.emit('queued');
}

export type CancelWhich =
  | { franchiseeId: number; source: Subject }
  | { franchiseeId: number; kind: string; dedupeKey: string };

/** Cancels what is still waiting; what is being done or done stays. Returns how many were cancelled. */
export async function cancelLater(db: Db, which: CancelWhich): Promise<number> {
  const condition: RawBuilder<unknown> =
    'source' in which
      ? sql`source_kind = ${which.source.kind} and source_id = ${which.source.id}`
      : sql`kind = ${which.kind} and dedupe_key = ${which.dedupeKey}`;
  const result = await sql`update outbox set state = 'CANCELLED'
    where franchisee_id = ${which.franchiseeId} and state = 'QUEUED' and ${condition}`.execute(db);
  return Number(result.numAffectedRows ?? 0n);
}

/** Queues again what has ended, under the key it had, or anew when its row is gone. False while it is still being done. */
export async function laterAgain(
  db: Db,
  kind: string,
  payload: Record<string, unknown>,
  options: LaterOptions,
): Promise<boolean> {
  const result = await sql`
    update outbox set state = 'QUEUED', attempts = 0, last_error = null, sent_at = null,
           not_before = ${options.notBefore?.toISOString() ?? sql`date_trunc('milliseconds', now())`}
     where franchisee_id = ${options.franchiseeId} and kind = ${kind} and dedupe_key = ${options.dedupeKey}
       and state not in ('QUEUED', 'SENDING')`.execute(db);
  if (result.numAffectedRows !== 1n) return later(db, kind, payload, options);
  outboxHint.emit('queued');
  return true;
}

/**
 * Asks for a job to run with data, in this transaction: `runJob(db, 'finance.royalty-run', { month }, {…})`.
 * The job gets the data as `tools.data`.
 */
export const runJob = (
  db: Db,
  job: string,
  data: Record<string, unknown>,
  options: { franchiseeId: number; dedupeKey: string; notBefore?: Date },
): Promise<boolean> =>
  later(db, 'platform.job', { job, data }, { ...options, dedupeKey: `${job}:${options.dedupeKey}` });
