// What outside services deliver is stored first and understood later (reliability.md 3.3): the endpoint answers within
// milliseconds, a repeated delivery is one row, and a bug in a consumer loses nothing.
import { createHash } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { sql } from 'kysely';
import { aad, openBytes, seal } from '../work/seal.ts';
import type { Db } from '../work/unit-of-work.ts';

export interface Delivery {
  /** Registered by an area: `serve(…, { inbox: { razorpay: … } })`. */
  provider: string;
  /** The provider's own id of the event; a provider without one uses the hash of the body. */
  eventId: string;
  /** Where the address already names the centre. */
  franchiseeId?: number | null;
  verdict: 'VALID' | 'BAD_KEY' | 'BAD_SIGNATURE' | 'MALFORMED';
  body: Buffer;
  contentType?: string;
  headers?: Readonly<Record<string, string | undefined>>;
  /** Days after which the row is removed. Default 400; 30 for what was refused. */
  keepDays?: number;
}

/** Tells the worker of this process to look soon. */
export const inboxHint = new EventEmitter().setMaxListeners(100);

const KEEP_HEADERS =
  /^(content-type|user-agent|x-razorpay-event-id|x-[a-z-]*(event|request|message|delivery|timestamp)[a-z-]*|date)$/i;

// The worker's clock has milliseconds only: a row of this very one is due for it.
const thisMillisecond = sql`date_trunc('milliseconds', now())`;

/** Stores a delivery; false when this (provider, event id) was stored before. Reply 200 to both. */
export async function storeInbox(db: Db, delivery: Delivery): Promise<boolean> {
  const valid = delivery.verdict === 'VALID';
  const hash = createHash('sha256').update(delivery.body).digest();
  // A refused body is a stranger's bytes under an event id the stranger chose: it must never stand in the true one's way.
  const eventId = valid ? delivery.eventId.slice(0, 200) : `refused:${hash.toString('hex')}`;
  const headers: Record<string, string> = valid
    ? kept(delivery.headers ?? {})
    : { bytes: String(delivery.body.length), sha256: hash.toString('hex') };
  const keepDays = delivery.keepDays ?? (valid ? 400 : 30);
  const result = await sql`
    insert into inbox (provider, event_id, franchisee_id, content_type, headers, body, verdict, state, purge_on, next_try_at)
    values (${delivery.provider}, ${eventId}, ${delivery.franchiseeId ?? null}, ${delivery.contentType?.slice(0, 100) ?? null}, ${JSON.stringify(headers)},
      ${valid ? seal(delivery.body, place(delivery.provider, eventId)) : null}, ${delivery.verdict}, ${valid ? 'NEW' : 'IGNORED'}, current_date + ${keepDays}::int, ${thisMillisecond})
    on conflict do nothing`.execute(db);
  if (valid) inboxHint.emit('stored');
  return result.numAffectedRows === 1n;
}

const kept = (headers: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value !== undefined && KEEP_HEADERS.test(name) ? [[name.toLowerCase(), value.slice(0, 300)]] : [],
    ),
  );

const place = (provider: string, eventId: string): string =>
  aad('inbox', 'body', null, `${provider}/${eventId}`);

/** The body as it came in. */
export const openInboxBody = (row: { provider: string; eventId: string; body: Buffer | null }): Buffer =>
  row.body ? openBytes(row.body, place(row.provider, row.eventId)) : Buffer.alloc(0);

/** Consumes an EXCEPTION or DEAD row again, after its cause was put right. False when it is in another state. */
export async function retryInbox(db: Db, id: string): Promise<boolean> {
  const result =
    await sql`update inbox set state = 'NEW', attempts = 0, next_try_at = ${thisMillisecond}, locked_until = null
    where id = ${id} and state in ('EXCEPTION', 'DEAD')`.execute(db);
  return result.numAffectedRows === 1n;
}
