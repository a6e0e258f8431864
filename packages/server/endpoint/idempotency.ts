import { createHash } from 'node:crypto';
import { refuse } from '@aangan/contract/refusal.ts';
import { sql } from 'kysely';
import type { Actor } from '../work/actor.ts';
import { atCommit, type Db } from '../work/unit-of-work.ts';

export interface KeyUse {
  actor: Actor;
  operation: string;
  key: string;
  input: unknown;
}

/** A scope no other person shares: the user, or the link (reliability.md P-M4). */
const scopeOf = (actor: Actor): string =>
  actor.userId ?? (actor.link ? actor.link.hash.toString('hex') : `centre:${actor.franchiseeId ?? 0}`);

const hashOf = (input: unknown): Buffer => createHash('sha256').update(canonical(input)).digest();

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value && typeof value === 'object')
    return `{${Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([k, v]) => `${JSON.stringify(k)}:${canonical(v)}`)
      .join(',')}}`;
  return JSON.stringify(value) ?? 'null';
}

/**
 * Runs `work` once per (actor, centre, operation, key), in the transaction of its effect. A repeated call gets the
 * first answer; another input with the same key is 422, a call that is still running 409.
 */
export async function once<T>(
  db: Db,
  use: KeyUse,
  work: () => Promise<T>,
): Promise<{ result: T; replayed: boolean }> {
  const where = {
    scope: scopeOf(use.actor),
    franchisee_id: use.actor.franchiseeId ?? 0,
    operation: use.operation,
    key: use.key,
  };
  const hash = hashOf(use.input);
  // A concurrent twin waits here until the first commits (unique key), at most lock_timeout; then it reads the answer.
  const claimed =
    await sql`insert into idempotency (scope, franchisee_id, operation, key, request_hash, state)
    values (${where.scope}, ${where.franchisee_id}, ${where.operation}, ${where.key}, ${hash}, 'RUNNING')
    on conflict do nothing`
      .execute(db)
      .catch((error: { code?: string }) => {
        throw error.code === '55P03' ? refuse('idempotency.running', { retryAfter: 2 }) : error;
      });
  if (Number(claimed.numAffectedRows ?? 0) === 0) return replay<T>(db, where, hash);
  const result = await work();
  // Travels with the commit; nobody looks at its outcome.
  atCommit(
    db,
    db
      .updateTable('idempotency')
      .set({ state: 'DONE', status: 200, body: JSON.stringify(result ?? null) })
      .where('scope', '=', where.scope)
      .where('franchisee_id', '=', where.franchisee_id)
      .where('operation', '=', where.operation)
      .where('key', '=', where.key)
      .compile(),
  );
  return { result, replayed: false };
}

async function replay<T>(
  db: Db,
  where: { scope: string; franchisee_id: number; operation: string; key: string },
  hash: Buffer,
) {
  const row = await db
    .selectFrom('idempotency')
    .select(['request_hash', 'state', 'body'])
    .where('scope', '=', where.scope)
    .where('franchisee_id', '=', where.franchisee_id)
    .where('operation', '=', where.operation)
    .where('key', '=', where.key)
    .executeTakeFirst();
  if (!row) throw refuse('idempotency.running', { retryAfter: 1 });
  if (!row.request_hash.equals(hash)) throw refuse('idempotency.mismatch');
  if (row.state !== 'DONE') throw refuse('idempotency.running', { retryAfter: 1 });
  return { result: row.body as T, replayed: true };
}
