// The endpoints of lead providers (enquiries.md 6): prove, store the bytes, answer. Everything else happens after, so that
// nothing a parent sent is lost to an error of ours. Never a 5xx for any body.
import { createHash } from 'node:crypto';
import { type Delivery, storeInbox } from '@aangan/server/background/inbox.ts';
import { countTry } from '@aangan/server/endpoint/rate-limit.ts';
import type { RawEndpoint, RawReply, RawRequest } from '@aangan/server/endpoint/raw-endpoint.ts';
import { anonymousActor } from '@aangan/server/work/actor.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { readTelephoneCall } from '../calls/telephone-call.ts';
import { channelAt, isHmacOf, isOneOf, type WebhookChannel } from './channel-secrets.server.ts';
import { readGoogleLead, withoutGoogleKey } from './google-lead.ts';
import type { LeadProvider } from './lead-words.ts';
import { parseLossless } from './lossless-json.ts';
import { readWebsiteLead } from './website-lead.ts';

export const GOOGLE_INBOX = 'google-leads';
export const META_INBOX = 'meta-leads';
export const TELEPHONY_INBOX = 'telephony';
export const WEBSITE_INBOX = 'website-leads';
export const WHATSAPP_INBOX = 'whatsapp';

const MAX_BYTES = 256 * 1024;
const CHAT_DAYS = 30;
const INVALID: RawReply = { status: 400, body: { message: 'invalid' } };
const json = (headers: RawRequest['headers']): string => headers['content-type'] ?? 'application/json';

// A stranger who keeps knocking is still answered, but fills no more rows.
const REFUSED_PER_ADDRESS = { limit: 200, windowS: 600 };

interface Refused {
  provider: LeadProvider;
  inbox: string;
  verdict: Exclude<Delivery['verdict'], 'VALID'>;
  channelId: string | null;
}

/** Keeps that, when and how a delivery was refused, with its hash and never its text. */
async function refuseDelivery(db: Db, request: RawRequest, refused: Refused): Promise<RawReply> {
  const tries = await countTry(db, `lead-refused:${request.ip}`, REFUSED_PER_ADDRESS.windowS);
  if (tries > REFUSED_PER_ADDRESS.limit) return INVALID;
  const fresh = await storeInbox(db, {
    provider: refused.inbox,
    eventId: '-',
    verdict: refused.verdict,
    body: request.body,
    contentType: json(request.headers),
  });
  if (fresh)
    await sql`insert into lead_intake (provider, dedupe_key, channel_id, received_at, verdict, state, processed_at)
      values (${refused.provider}, ${`refused:${createHash('sha256').update(request.body).digest('hex')}`}, ${refused.channelId}, now(), ${refused.verdict}, 'REJECTED', now())
      on conflict do nothing`.execute(db);
  return INVALID;
}

interface Proved {
  eventId: string;
  /** What is stored: the bytes as they came (Google's without its key). */
  body: Buffer;
}

/** What is wrong with a delivery, or what to store of it. */
type Proof = Refused['verdict'] | Proved;

interface KeyedWebhook {
  provider: LeadProvider;
  inbox: string;
  prove(request: RawRequest, channel: WebhookChannel): Proof;
}

const keyedWebhook = (path: string, summary: string, endpoint: KeyedWebhook): RawEndpoint => ({
  method: 'POST',
  path,
  summary,
  bodyLimit: MAX_BYTES,
  answer: (request) =>
    request.work(anonymousActor, async (db) => {
      const channel = await channelAt(db, endpoint.provider, request.params['key'] ?? '', request.now);
      const proof = channel ? endpoint.prove(request, channel) : 'BAD_KEY';
      if (!channel || typeof proof === 'string')
        return refuseDelivery(db, request, {
          provider: endpoint.provider,
          inbox: endpoint.inbox,
          verdict: proof === 'MALFORMED' || proof === 'BAD_SIGNATURE' ? proof : 'BAD_KEY',
          channelId: channel?.id ?? null,
        });
      await storeInbox(db, {
        provider: endpoint.inbox,
        eventId: `${channel.id}:${proof.eventId}`,
        franchiseeId: channel.franchiseeId,
        verdict: 'VALID',
        body: proof.body,
        contentType: json(request.headers),
      });
      return { status: 200, body: {} };
    }),
});

/** Google proves itself by the key in the body alone. */
const googleLeadsWebhook = keyedWebhook('/webhooks/google-leads/:key', 'A lead of a Google lead form.', {
  provider: 'GOOGLE',
  inbox: GOOGLE_INBOX,
  prove: ({ body }, channel) => {
    const text = body.toString('utf8');
    const read = readGoogleLead(text);
    if (!read) return 'MALFORMED';
    if (!isOneOf(read.key, channel.secrets)) return 'BAD_KEY';
    const stripped = withoutGoogleKey(text);
    return stripped === null ? 'MALFORMED' : { eventId: read.lead.dedupeKey, body: Buffer.from(stripped) };
  },
});

/** Our own marketing site signs the bytes. */
const websiteLeadsWebhook = keyedWebhook('/webhooks/website-leads/:key', 'A lead of the public website.', {
  provider: 'WEBSITE',
  inbox: WEBSITE_INBOX,
  prove: ({ body, headers }, channel) => {
    if (!isHmacOf(body, headers['x-signature'] ?? '', channel.secrets)) return 'BAD_SIGNATURE';
    const lead = readWebsiteLead(body.toString('utf8'));
    return lead ? { eventId: lead.dedupeKey, body } : 'MALFORMED';
  },
});

/** Exotel signs nothing: its address is what nobody can guess. A call is told again as it goes on, so its status is part of it. */
const telephonyWebhook = keyedWebhook(
  '/webhooks/telephony/exotel/:key',
  'A call on a line of Exotel has ended.',
  {
    provider: 'TELEPHONY',
    inbox: TELEPHONY_INBOX,
    prove: ({ body }) => {
      const call = readTelephoneCall(body.toString('utf8'));
      if (call === null) return 'MALFORMED';
      const eventId =
        call === 'other' ? createHash('sha256').update(body).digest('hex') : `${call.sid}:${call.status}`;
      return { eventId, body };
    },
  },
);

/** Meta checks the address once, with the word we told it. */
const metaHandshakeWebhook: RawEndpoint = {
  method: 'GET',
  path: '/webhooks/meta',
  summary: 'Meta asks whether this address is ours.',
  answer: async ({ query, ports }) => {
    const token = ports.config['META_VERIFY_TOKEN'];
    const asked = query['hub.mode'] === 'subscribe' && query['hub.verify_token'] !== undefined;
    const right = asked && !!token && isOneOf(String(query['hub.verify_token']), [token]);
    return right
      ? {
          status: 200,
          headers: { 'content-type': 'text/plain; charset=utf-8' },
          body: String(query['hub.challenge'] ?? '').slice(0, 200),
        }
      : { status: 403, body: { message: 'invalid' } };
  },
};

const whatsApp = (text: string): boolean => {
  const parsed = parseLossless(text);
  return (
    typeof parsed === 'object' &&
    parsed !== null &&
    'object' in parsed &&
    parsed.object === 'whatsapp_business_account'
  );
};

/**
 * Leads of pages and messages of WhatsApp come in by one webhook. What is signed is always answered 200: Meta disables a
 * subscription that refuses for a day and a half, and what cannot be read now can be consumed later.
 */
const metaWebhook: RawEndpoint = {
  method: 'POST',
  path: '/webhooks/meta',
  summary: 'A lead of a Meta page, or a WhatsApp message.',
  bodyLimit: MAX_BYTES,
  answer: (request) =>
    request.work(anonymousActor, async (db) => {
      const { body, headers, ports } = request;
      const secrets = [ports.config['META_APP_SECRET'] ?? '', ports.config['META_APP_SECRET_PREVIOUS'] ?? ''];
      if (!isHmacOf(body, headers['x-hub-signature-256'] ?? '', secrets))
        return refuseDelivery(db, request, {
          provider: 'META',
          inbox: META_INBOX,
          verdict: 'BAD_SIGNATURE',
          channelId: null,
        });
      const chat = whatsApp(body.toString('utf8'));
      await storeInbox(db, {
        provider: chat ? WHATSAPP_INBOX : META_INBOX,
        // Meta names no delivery: the same bytes are the same delivery.
        eventId: createHash('sha256').update(body).digest('hex'),
        verdict: 'VALID',
        body,
        contentType: json(headers),
        // Messages of many families lie in one delivery, so none can be taken out when a family is erased: they go soon.
        ...(chat ? { keepDays: CHAT_DAYS } : {}),
      });
      return { status: 200, body: {} };
    }),
};

export const leadWebhooks: readonly RawEndpoint[] = [
  googleLeadsWebhook,
  metaHandshakeWebhook,
  metaWebhook,
  websiteLeadsWebhook,
  telephonyWebhook,
];
