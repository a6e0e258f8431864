// The statements of the outbox worker. They run for the whole network (rt_network): a claim serves every centre in
// turn, so one centre's 100,000 reminders never hold up another's receipt.
import { sql } from 'kysely';
import type { Db } from '../work/unit-of-work.ts';
import type { Lane } from './outbox.ts';

export interface OutboxRow {
  id: string;
  franchiseeId: number;
  kind: string;
  lane: Lane;
  payload: unknown;
  attempts: number;
  dedupeKey: string;
}

export interface ClaimRules {
  /** Kinds somebody handles; rows of other kinds are parked. */
  handled: readonly string[];
  now: Date;
  leaseS: number;
}

/** Attempts before a row is given up as DEAD: about 9 hours by `backoffS`. */
export const MAX_ATTEMPTS = 14;
const CENTRES_A_CLAIM = 50;

// A row nobody handles waits outside the claim's sight, with no attempt counted (areas/README §6).
const PARKED = '9999-12-31T00:00:00Z';

/**
 * Takes up to `limit` due rows of one lane, round-robin over the centres after `cursor`, and leases them. Returns the
 * rows and the cursor to go on from (0 = the round is complete).
 */
export async function claimOutbox(
  db: Db,
  lane: Lane,
  limit: number,
  cursor: number,
  rules: ClaimRules,
): Promise<{ rows: OutboxRow[]; cursor: number }> {
  const now = rules.now.toISOString();
  const due =
    await sql`select from outbox where state = 'QUEUED' and lane = ${lane} and not_before <= ${now} limit 1`.execute(
      db,
    );
  if (due.rows.length === 0) return { rows: [], cursor: 0 };
  const { rows: centres } = await sql<{ id: number }>`
    with recursive centre as (
      (select franchisee_id as id from outbox where state = 'QUEUED' and lane = ${lane} and franchisee_id > ${cursor} order by franchisee_id limit 1)
      union all
      select (select o.franchisee_id from outbox o where o.state = 'QUEUED' and o.lane = ${lane} and o.franchisee_id > c.id order by o.franchisee_id limit 1)
        from centre c where c.id is not null)
    select id from centre where id is not null limit ${CENTRES_A_CLAIM}`.execute(db);
  const ids = centres.map((c) => c.id);
  if (ids.length === 0) return { rows: [], cursor: 0 };
  const each = Math.max(1, Math.ceil(limit / ids.length));
  const { rows } = await sql<OutboxRow & { state: string }>`
    update outbox o set
      state = case when p.expired then 'CANCELLED' when p.handled then 'SENDING' else 'QUEUED' end,
      attempts = o.attempts + case when p.handled and not p.expired then 1 else 0 end,
      not_before = case when p.handled or p.expired then o.not_before else ${PARKED}::timestamptz end,
      locked_until = case when p.handled and not p.expired then ${now}::timestamptz + make_interval(secs => ${rules.leaseS}) end,
      last_error = case when p.expired then 'expired' else o.last_error end
    from (
      select r.* from unnest(${ids}::int[]) as c(id) cross join lateral (
        select q.franchisee_id, q.id, q.kind = any(${rules.handled}) as handled, coalesce(q.expires_at <= ${now}, false) as expired
          from outbox q where q.state = 'QUEUED' and q.lane = ${lane} and q.franchisee_id = c.id and q.not_before <= ${now}
         order by q.not_before, q.at limit ${each} for update skip locked) r) p
    where o.franchisee_id = p.franchisee_id and o.id = p.id
    returning o.id, o.franchisee_id as "franchiseeId", o.kind, o.lane, o.payload, o.attempts, o.dedupe_key as "dedupeKey", o.state`.execute(
    db,
  );
  return {
    rows: rows.filter((row) => row.state === 'SENDING'),
    cursor: ids.length < CENTRES_A_CLAIM ? 0 : (ids.at(-1) ?? 0),
  };
}

/** Brings rows of kinds that are handled now back into sight, oldest first; at each start. Returns how many. */
export async function unparkOutbox(db: Db, handled: readonly string[]): Promise<number> {
  const result =
    await sql`update outbox set not_before = at where state = 'QUEUED' and not_before = ${PARKED}::timestamptz and kind = any(${handled})`.execute(
      db,
    );
  return Number(result.numAffectedRows ?? 0n);
}

/**
 * Rows whose worker died: back into the queue where a second try is harmless, else UNKNOWN, because the message may
 * have left (reliability.md 3.4).
 */
export async function reclaimOutbox(
  db: Db,
  rules: ClaimRules & { safe: readonly string[] },
): Promise<number> {
  const now = rules.now.toISOString();
  const result = await sql`update outbox set locked_until = null, not_before = ${now},
      last_error = 'the worker was lost',
      state = case when not (kind = any(${rules.safe})) then 'UNKNOWN' when attempts >= ${MAX_ATTEMPTS} then 'DEAD' else 'QUEUED' end
    where state = 'SENDING' and locked_until < ${now} and kind = any(${rules.handled})`.execute(db);
  return Number(result.numAffectedRows ?? 0n);
}

type Place = Pick<OutboxRow, 'franchiseeId' | 'id' | 'attempts'>;

/** Prolongs the leases of rows still being worked on. */
export async function renewOutbox(db: Db, rows: readonly Place[], rules: ClaimRules): Promise<void> {
  await sql`update outbox set locked_until = ${rules.now.toISOString()}::timestamptz + make_interval(secs => ${rules.leaseS})
    where state = 'SENDING' and (franchisee_id, id) in (select * from unnest(${rows.map((r) => r.franchiseeId)}::int[], ${rows.map((r) => r.id)}::uuid[]))`.execute(
    db,
  );
}

export type Ending =
  | { state: 'SENT' }
  | { state: 'UNKNOWN' | 'DEAD'; error: string }
  | { state: 'QUEUED'; error: string; at: Date };

/** Ends this attempt. False when the lease was lost meanwhile: then another worker decides, and this one's word is void. */
export async function endOutbox(db: Db, row: Place, ending: Ending): Promise<boolean> {
  const result = await sql`update outbox set state = ${ending.state}, locked_until = null,
      last_error = ${'error' in ending ? ending.error : null},
      not_before = ${ending.state === 'QUEUED' ? ending.at.toISOString() : sql`not_before`},
      sent_at = ${ending.state === 'SENT' ? sql`clock_timestamp()` : null}
    where franchisee_id = ${row.franchiseeId} and id = ${row.id} and state = 'SENDING' and attempts = ${row.attempts}`.execute(
    db,
  );
  return result.numAffectedRows === 1n;
}

/** Gives back rows that were claimed but not begun (graceful stop): no attempt counted. */
export async function releaseOutbox(db: Db, rows: readonly Place[]): Promise<void> {
  await sql`update outbox set state = 'QUEUED', attempts = attempts - 1, locked_until = null
    where state = 'SENDING' and (franchisee_id, id, attempts) in
      (select * from unnest(${rows.map((r) => r.franchiseeId)}::int[], ${rows.map((r) => r.id)}::uuid[], ${rows.map((r) => r.attempts)}::int[]))`.execute(
    db,
  );
}

/** Moves rows sent more than 7 days ago into the history; call until it returns 0. */
export async function retireOutbox(db: Db, now: Date): Promise<number> {
  const { rows } = await sql`
    with gone as (delete from outbox where (franchisee_id, id) in (
        select franchisee_id, id from outbox where state = 'SENT' and sent_at < ${now.toISOString()}::timestamptz - interval '7 days' limit 2000)
      returning *)
    insert into outbox_history (franchisee_id, id, kind, lane, payload, dedupe_key, state, attempts, source_kind, source_id, command, at, sent_at)
    select franchisee_id, id, kind, lane, payload, dedupe_key, state, attempts, source_kind, source_id, command, at, sent_at from gone
    returning id`.execute(db);
  return rows.length;
}

/** Seconds until try `attempts`+1: 2, 8, 30 s, 2, 8 min, then every 45 minutes, each ±20 % so that rows do not march in step. */
export const backoffS = (attempts: number): number =>
  Math.min(2 * 4 ** (attempts - 1), 2700) * (0.8 + Math.random() * 0.4);
