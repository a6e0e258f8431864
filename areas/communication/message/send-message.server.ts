// One message leaves: gates asked again, link issued, text made, then the provider with no transaction open.

import type { OutboxWorker } from '@aangan/server/background/background.ts';
import { GiveUp, NotSent } from '@aangan/server/background/outbox-worker.ts';
import { messageKind } from '@aangan/server/endpoint/area-registry.ts';
import { safeError } from '@aangan/server/logging.ts';
import { issueLink, type LinkPurpose } from '@aangan/server/work/links.ts';
import { aad, open, seal } from '@aangan/server/work/seal.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { REPLY } from '../conversation/conversation-messages.ts';
import { providerOf } from '../provider/choose-provider.server.ts';
import type { MessageProvider, Outgoing } from '../provider/provider.ts';
import { NO_PROVIDER } from './message.contract.ts';
import { gateReason } from './message-gates.server.ts';
import { sendAfter } from './quiet-hours.ts';
import { ownTextOf, renderText, shownValues, type Value } from './render-text.ts';

type Tools = Parameters<OutboxWorker['perform']>[0];

const MAX_ATTEMPTS = 4;
const RETRY_S = [60, 300, 1800];

export const sendMessage = (retryUnknown: boolean): OutboxWorker => ({
  retryUnknown,
  perform: async (tools) => {
    const { franchiseeId, payload } = tools.row;
    const { messageId } = payload as { messageId: string };
    const prepared = await tools.work(franchiseeId, (db) => prepare(db, tools, messageId));
    if (!prepared) return;
    const { provider, outgoing } = prepared;
    const started = Date.now();
    try {
      const { providerId } = await provider.send(outgoing);
      await tools.work(franchiseeId, async (db) => {
        await attempt(db, franchiseeId, messageId, {
          provider: provider.name,
          outcome: 'SENT',
          ms: Date.now() - started,
        });
        await sql`update message set status = 'SENT', sent_at = ${tools.now.toISOString()}, provider = ${provider.name}, provider_id = ${providerId} where franchisee_id = ${franchiseeId} and id = ${messageId} and status = 'SENDING'`.execute(
          db,
        );
        await sql`insert into message_ref (provider, provider_id, franchisee_id, message_id) values (${provider.name}, ${providerId}, ${franchiseeId}, ${messageId}) on conflict do nothing`.execute(
          db,
        );
        await tools.finish(db);
      });
    } catch (error) {
      await failed(tools, messageId, { provider, error, ms: Date.now() - started, retryUnknown });
    }
  },
});

/** The message as it goes out, its row locked and SENDING; null when there is nothing to send. */
async function prepare(
  db: Db,
  tools: Tools,
  messageId: string,
): Promise<{ provider: MessageProvider; outgoing: Outgoing } | null> {
  const { franchiseeId } = tools.row;
  const row = await db
    .selectFrom('message')
    .selectAll()
    .where('franchisee_id', '=', franchiseeId)
    .where('id', '=', messageId)
    .forUpdate()
    .executeTakeFirst();
  if (
    !row ||
    (row.status !== 'QUEUED' && row.status !== 'SENDING') ||
    !row.address_sealed ||
    !row.address_hash ||
    row.channel === 'APP'
  )
    return null;
  const end = (status: 'SUPPRESSED' | 'CANCELLED' | 'FAILED', reason: string) =>
    db
      .updateTable('message')
      .set({ status, reason, failed_at: status === 'FAILED' ? tools.now.toISOString() : null })
      .where('franchisee_id', '=', franchiseeId)
      .where('id', '=', messageId)
      .execute()
      .then(() => null);
  const kind = messageKind(row.kind);
  if (!kind) throw new NotSent(`message kind ${row.kind} is not declared`, 3600);
  if (row.expires_at && new Date(row.expires_at) <= tools.now) return end('CANCELLED', 'EXPIRED');
  // A queue that is behind may reach into the night: promotional messages wait by law.
  const after = sendAfter(tools.now, kind);
  if (kind.category === 'PROMOTIONAL' && after > tools.now)
    throw new NotSent('quiet hours', Math.ceil((after.getTime() - tools.now.getTime()) / 1000));
  const subjectIds = [row.to_id, row.enquiry_id].filter((id): id is string => id !== null);
  const reason = await gateReason(db, {
    franchiseeId,
    kind,
    channel: row.channel,
    addressHash: row.address_hash,
    toKind: row.to_kind,
    subjectIds,
  });
  if (reason) return end('SUPPRESSED', reason);
  const provider = await providerOf(db, row.channel, tools.ports.config);
  if (!provider) {
    // It waits, and this row of the outbox ends; `communication.no-provider` queues it when there is one.
    await sql`update message set status = 'QUEUED', reason = ${NO_PROVIDER} where franchisee_id = ${franchiseeId} and id = ${messageId}`.execute(
      db,
    );
    await tools.finish(db);
    return null;
  }
  const place = (column: string) => aad('message', column, franchiseeId, messageId);
  const values = JSON.parse(open(row.vars_sealed, place('vars_sealed'))) as Record<string, Value>;
  if (row.link_purpose && row.link_subject_id && row.link_subject_kind)
    values['link'] = await linkTo(db, tools, {
      ...row,
      purpose: row.link_purpose,
      kind: row.link_subject_kind,
      id: row.link_subject_id,
    });
  const text = renderText(kind, row.channel, row.language, values);
  if (typeof text === 'string') return end('FAILED', text);
  await db
    .updateTable('message')
    .set({
      status: 'SENDING',
      reason: null,
      attempts: row.attempts + 1,
      units: text.units,
      subject_masked: text.masked.subject,
      body_masked: text.masked.text,
      body_sealed: seal(JSON.stringify({ subject: text.subject, text: text.text }), place('body_sealed')),
      // The link is kept for the next try, so that one message never has two.
      vars_sealed: seal(JSON.stringify(values), place('vars_sealed')),
      link_purpose: null,
    })
    .where('franchisee_id', '=', franchiseeId)
    .where('id', '=', messageId)
    .execute();
  const own = ownTextOf(values);
  const outgoing: Outgoing = {
    id: messageId,
    franchiseeId,
    kind: row.kind,
    registered: own ? own.dltTemplateId : row.kind,
    isReply: row.kind === REPLY,
    language: own?.language ?? row.language,
    channel: row.channel,
    to: open(row.address_sealed, place('address_sealed')),
    subject: text.subject,
    text: text.text,
    values: shownValues(values, row.channel),
    brand: String(values['brand'] ?? 'Aangan'),
    ...mailFacts(values, tools.ports.origin),
  };
  return { provider, outgoing };
}

/** Of a campaign's mail: who answers come to, and the address that stops news and offers with one press. */
function mailFacts(values: Record<string, Value>, origin: string): Pick<Outgoing, 'replyTo' | 'unsubscribe'> {
  const { replyTo, link } = values;
  return {
    ...(typeof replyTo === 'string' && replyTo ? { replyTo } : {}),
    ...(typeof link === 'string' && link.startsWith(`${origin}/u/`) ? { unsubscribe: link } : {}),
  };
}

async function linkTo(
  db: Db,
  tools: Tools,
  link: { purpose: string; kind: string; id: string; link_expires_at: string | null },
): Promise<string> {
  const token = await issueLink(db, {
    purpose: link.purpose as LinkPurpose,
    franchiseeId: tools.row.franchiseeId,
    subject: { kind: link.kind, id: link.id },
    now: tools.now,
    ...(link.link_expires_at ? { expiresAt: new Date(link.link_expires_at) } : {}),
  });
  return `${tools.ports.origin}/${link.purpose === 'message.preferences' ? 'u' : 'p'}/${token}`;
}

async function failed(
  tools: Tools,
  messageId: string,
  failure: { provider: MessageProvider; error: unknown; ms: number; retryUnknown: boolean },
): Promise<void> {
  const { error, provider } = failure;
  const { franchiseeId } = tools.row;
  const outcome = error instanceof GiveUp ? 'REFUSED' : error instanceof NotSent ? 'NOT_SENT' : 'UNKNOWN';
  const again = outcome === 'NOT_SENT' || (outcome === 'UNKNOWN' && failure.retryUnknown);
  const text = safeError(error);
  const attempts = await tools.work(franchiseeId, async (db) => {
    const n = await attempt(db, franchiseeId, messageId, {
      provider: provider.name,
      outcome,
      code: text,
      ms: failure.ms,
    });
    const last = outcome === 'REFUSED' || (again && n >= MAX_ATTEMPTS);
    const status = last ? 'FAILED' : again ? 'QUEUED' : 'UNKNOWN';
    await sql`update message set status = ${status}, reason = ${text.slice(0, 200)}, provider = ${provider.name}, failed_at = ${last ? tools.now.toISOString() : null}
      where franchisee_id = ${franchiseeId} and id = ${messageId} and status = 'SENDING'`.execute(db);
    return n;
  });
  if (outcome === 'REFUSED' || (again && attempts >= MAX_ATTEMPTS)) throw new GiveUp(text);
  if (!again) throw error;
  throw new NotSent(
    text,
    (error instanceof NotSent ? error.retryAfterS : undefined) ?? RETRY_S[attempts - 1],
  );
}

async function attempt(
  db: Db,
  franchiseeId: number,
  messageId: string,
  a: { provider: string; outcome: string; code?: string; ms: number },
): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`insert into message_attempt (franchisee_id, message_id, n, provider, outcome, code, ms)
    select ${franchiseeId}, ${messageId}, coalesce(max(n), 0) + 1, ${a.provider}, ${a.outcome}, ${a.code?.slice(0, 200) ?? null}, ${a.ms}
      from message_attempt where franchisee_id = ${franchiseeId} and message_id = ${messageId} returning n`.execute(
    db,
  );
  return rows[0]?.n ?? 1;
}
