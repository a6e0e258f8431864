// From one queued fact to the messages of its people: who, which way, allowed or not, once per address.

import { randomUUID } from 'node:crypto';
import type { MessageKind } from '@aangan/contract/area.ts';
import { maskEmail } from '@aangan/contract/email.ts';
import { maskPhone } from '@aangan/contract/phone.ts';
import type { OutboxWorker } from '@aangan/server/background/background.ts';
import { later } from '@aangan/server/background/outbox.ts';
import { NotSent } from '@aangan/server/background/outbox-worker.ts';
import type { Recipient } from '@aangan/server/endpoint/area-extras.ts';
import { messageKind, recipientsOf } from '@aangan/server/endpoint/area-registry.ts';
import type { Ports } from '@aangan/server/ports.ts';
import { aad, open, seal } from '@aangan/server/work/seal.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { notify } from '../../shell/public.server.ts';
import { isConnected } from '../provider/choose-provider.server.ts';
import { maskName } from './address.ts';
import { addressHash, gateReason } from './message-gates.server.ts';
import type { MessageAddress } from './queue-message.server.ts';
import { sendAfter } from './quiet-hours.ts';
import { type Channel, type ContactChannel, maskedSubject, renderText, type Value } from './render-text.ts';
import { brandOf } from './sender-facts.server.ts';

interface Fact {
  kind: string;
  about: Record<string, string | readonly string[]>;
  sealed: string;
  link?: { purpose: string; subjectKind: string; subjectId: string; expiresAt?: string };
  channel?: ContactChannel;
  appLink?: string;
}

interface Sealed {
  values: Record<string, Value>;
  address?: MessageAddress;
}

interface Job {
  franchiseeId: number;
  dedupeKey: string;
  fact: Fact;
  kind: MessageKind;
  values: Record<string, Value>;
  now: Date;
  config: Ports['config'];
}

export const expandMessage: OutboxWorker = {
  retryUnknown: true,
  perform: async ({ row, work, finish, now, ports }) => {
    const fact = row.payload as Fact;
    const kind = messageKind(fact.kind);
    if (!kind) throw new NotSent(`message kind ${fact.kind} is not declared`, 3600);
    const sealed = JSON.parse(
      open(Buffer.from(fact.sealed, 'base64'), aad('outbox', 'message', row.franchiseeId, row.dedupeKey)),
    ) as Sealed;
    const job: Job = {
      franchiseeId: row.franchiseeId,
      dedupeKey: row.dedupeKey,
      fact,
      kind,
      values: sealed.values,
      now,
      config: ports.config,
    };
    await work(row.franchiseeId, async (db) => {
      const people = sealed.address ? [fromAddress(sealed.address)] : await find(db, job);
      const brand = await brandOf(db, row.franchiseeId);
      for (const person of people)
        await toPerson(db, { ...job, values: { brand, name: person.name || brand, ...job.values } }, person);
      await finish(db);
    });
  },
};

const fromAddress = (address: MessageAddress): Recipient => ({
  kind: 'CONTACT',
  id: '',
  name: address.name ?? '',
  language: address.language ?? 'en',
  mobile: address.mobile ?? null,
  email: address.email ?? null,
  userId: null,
});

async function find(db: Db, job: Job): Promise<Recipient[]> {
  const people = new Map<string, Recipient>();
  for (const [key, value] of Object.entries(job.fact.about)) {
    const resolve = recipientsOf(key);
    // The area that knows these people is not installed (yet): the fact is kept and asked again.
    if (!resolve) throw new NotSent(`nobody knows people by ${key}`, 3600);
    for (const person of await resolve(db, typeof value === 'string' ? [value] : value, job.franchiseeId))
      people.set(`${person.kind}:${person.id}`, person);
  }
  return [...people.values()];
}

async function toPerson(db: Db, job: Job, person: Recipient): Promise<void> {
  if (job.kind.channels.includes('APP') && person.userId) await toApp(db, job, person, person.userId);
  const way = await bestWay(db, job, person);
  if (way) await toAddress(db, job, person, way);
}

async function toApp(db: Db, job: Job, person: Recipient, userId: string): Promise<void> {
  const id = randomUUID();
  if (!(await firstTime(db, job, 'APP', userId, id))) return;
  // In the app the bell itself leads on; there is no address in its text.
  const { en, hi = en } = job.kind;
  const text = renderText(
    { ...job.kind, en: en.replace(/\s*\{link\}/, ''), hi: hi.replace(/\s*\{link\}/, '') },
    'APP',
    person.language,
    job.values,
  );
  if (typeof text === 'string') return;
  await notify(db, {
    userId,
    kind: job.kind.key,
    title: (text.subject || text.text).slice(0, 120),
    body: text.text.slice(0, 300),
    ...(job.fact.appLink ? { link: job.fact.appLink } : {}),
    franchiseeId: job.franchiseeId,
    sourceArea: job.kind.key.split('.')[0] ?? '',
    dedupeKey: job.dedupeKey,
  });
  await insert(db, job, person, {
    id,
    channel: 'APP',
    address: null,
    status: 'SENT',
    reason: null,
    notBefore: null,
  });
}

interface Way {
  channel: ContactChannel;
  address: string;
  reason: string | null;
}

/** The first channel that passes; when none does, the first that has an address, with its reason, so that the list shows why. */
async function bestWay(db: Db, job: Job, person: Recipient): Promise<Way | null> {
  const wanted = (job.fact.channel ? [job.fact.channel] : job.kind.channels).filter(
    (channel) => channel !== 'APP',
  );
  let refused: Way | null = null;
  for (const channel of wanted) {
    const address = channel === 'EMAIL' ? person.email : person.mobile;
    if (!address) continue;
    const refusal = await gateReason(db, {
      franchiseeId: job.franchiseeId,
      kind: job.kind,
      channel,
      addressHash: addressHash(channel, address),
      toKind: person.kind,
      subjectIds: subjectsOf(job, person),
    });
    const reason = refusal ?? (isConnected(channel, job.config) ? null : 'NOT_CONNECTED');
    if (!reason) return { channel, address, reason };
    // Of several refusals the list shows one of a way the person had agreed to.
    if (!refused || (refused.reason === 'NO_CONSENT' && reason !== 'NO_CONSENT'))
      refused = { channel, address, reason };
  }
  return refused;
}

const subjectsOf = (job: Job, person: Recipient): string[] =>
  [
    person.id,
    ...(person.kind === 'CONTACT' ? [job.fact.about['enquiryId'], job.fact.about['householdId']] : []),
  ].filter((id): id is string => typeof id === 'string' && id !== '');

async function toAddress(db: Db, job: Job, person: Recipient, way: Way): Promise<void> {
  const id = randomUUID();
  const hash = addressHash(way.channel, way.address);
  if (!(await firstTime(db, job, way.channel, hash.toString('hex'), id))) return;
  const notBefore = sendAfter(job.now, job.kind);
  await insert(db, job, person, {
    id,
    channel: way.channel,
    address: way.address,
    status: way.reason ? 'SUPPRESSED' : 'QUEUED',
    reason: way.reason,
    notBefore,
  });
  if (way.reason) return;
  const lane =
    job.kind.category === 'CODE'
      ? 'CODE'
      : job.kind.category === 'PROMOTIONAL'
        ? 'BULK'
        : job.kind.urgency === 'NOW'
          ? 'NOW'
          : 'ROUTINE';
  await later(
    db,
    job.kind.retryUnknown ? 'communication.send-again' : 'communication.send',
    { messageId: id },
    {
      franchiseeId: job.franchiseeId,
      dedupeKey: id,
      lane,
      notBefore,
      ...(await expiryOf(db, job)),
    },
  );
}

/** The fact's own end and source pass on to each message. */
async function expiryOf(
  db: Db,
  job: Job,
): Promise<{ expiresAt?: Date; source?: { kind: string; id: string } }> {
  const row = await db
    .selectFrom('outbox')
    .select(['expires_at', 'source_kind', 'source_id'])
    .where('franchisee_id', '=', job.franchiseeId)
    .where('kind', '=', 'communication.expand')
    .where('dedupe_key', '=', job.dedupeKey)
    .executeTakeFirst();
  return {
    ...(row?.expires_at ? { expiresAt: new Date(row.expires_at) } : {}),
    ...(row?.source_kind && row.source_id ? { source: { kind: row.source_kind, id: row.source_id } } : {}),
  };
}

async function firstTime(
  db: Db,
  job: Job,
  channel: string,
  toKey: string,
  messageId: string,
): Promise<boolean> {
  const result = await db
    .insertInto('message_dedupe')
    .values({
      franchisee_id: job.franchiseeId,
      dedupe_key: job.dedupeKey,
      channel,
      to_key: toKey,
      message_id: messageId,
    })
    .onConflict((oc) => oc.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

interface Row {
  id: string;
  channel: Channel;
  address: string | null;
  status: 'QUEUED' | 'SUPPRESSED' | 'SENT';
  reason: string | null;
  notBefore: Date | null;
}

async function insert(db: Db, job: Job, person: Recipient, row: Row): Promise<void> {
  const { link } = job.fact;
  const place = (column: string) => aad('message', column, job.franchiseeId, row.id);
  const { expiresAt, source } = await expiryOf(db, job);
  await db
    .insertInto('message')
    .values({
      franchisee_id: job.franchiseeId,
      id: row.id,
      queued_at: job.now,
      kind: job.kind.key,
      channel: row.channel,
      language: person.language,
      to_kind: person.kind,
      to_id: person.id || null,
      to_user_id: person.userId,
      family_id: person.familyId ?? null,
      enquiry_id: person.enquiryId ?? null,
      student_ids: [...(person.studentIds ?? [])],
      ...(row.address && row.channel !== 'APP'
        ? {
            address_sealed: seal(row.address, place('address_sealed')),
            address_hash: addressHash(row.channel, row.address),
            address_mask: row.channel === 'EMAIL' ? maskEmail(row.address) : maskPhone(row.address),
          }
        : {}),
      name_mask: maskName(person.name),
      subject_masked: maskedSubject(job.kind, job.values),
      vars_sealed: seal(JSON.stringify(job.values), place('vars_sealed')),
      link_purpose: link?.purpose ?? null,
      link_subject_kind: link?.subjectKind ?? null,
      link_subject_id: link?.subjectId ?? null,
      link_expires_at: link?.expiresAt ?? null,
      category: job.kind.category,
      urgency: job.kind.urgency,
      status: row.status,
      reason: row.reason,
      not_before: row.notBefore,
      expires_at: expiresAt ?? null,
      sent_at: row.status === 'SENT' ? job.now : null,
      provider: row.status === 'SENT' ? 'APP' : null,
      source_kind: source?.kind ?? null,
      source_id: source?.id ?? null,
    })
    .execute();
}
