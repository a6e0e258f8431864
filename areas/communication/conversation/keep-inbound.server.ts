// What a number wrote becomes a line of its conversation, at the centre of its family; a number nobody knows is head
// office's (areas/communication.md 3.8). Said once by WhatsApp's own id, in whatever order it comes.
import { randomUUID } from 'node:crypto';
import { cancelLater } from '@aangan/server/background/outbox.ts';
import { HEAD_OFFICE } from '@aangan/server/sql.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { guardiansWithMobile } from '../../students/public.server.ts';
import { addressHash } from '../message/message-gates.server.ts';
import { queueMessage } from '../message/queue-message.server.ts';
import { brandOf } from '../message/sender-facts.server.ts';
import { sealedText } from './item-text.server.ts';

export interface Inbound {
  /** WhatsApp's id of the message. */
  id: string;
  /** Number in digits, or the id of somebody who shows none. */
  waId: string;
  /** In its stored form; null where WhatsApp gives none. */
  phone: string | null;
  profileName: string | null;
  at: Date;
  text: string;
  /** Nothing but a word that ends messages. */
  stop: boolean;
  /** The centre of an enquiry with this number, where there is one. */
  enquiryAt: number | null;
}

/** Keeps a message. True when the number is a parent's: what they write is no new enquiry. */
export async function keepInbound(db: Db, message: Inbound): Promise<boolean> {
  const parentAt = message.phone ? await centreOfParent(db, message.phone) : null;
  const franchiseeId = parentAt ?? message.enquiryAt ?? HEAD_OFFICE;
  const conversation = await conversationOf(db, franchiseeId, message);
  if (conversation) {
    const fresh = await addLine(db, franchiseeId, conversation.id, message);
    if (fresh && message.stop) await takeBackReplies(db, franchiseeId, conversation.id);
    if (fresh && !message.stop && conversation.owner)
      await tellOwner(db, franchiseeId, conversation, message);
  }
  return parentAt !== null;
}

/** Of several centres the one that wrote to the number within a week, else where a child goes now. */
async function centreOfParent(db: Db, phone: string): Promise<number | null> {
  const guardians = await guardiansWithMobile(db, phone);
  const centres = [...new Set(guardians.map((one) => one.franchiseeId))];
  if (centres.length < 2) return centres[0] ?? null;
  const { rows } = await sql<{ id: number }>`
    select c.id from unnest(${centres}::int[]) c (id)
     order by (select max(m.queued_at) from message m where m.franchisee_id = c.id and m.address_hash = ${addressHash('SMS', phone)}
                 and m.queued_at > now() - interval '7 days') desc nulls last,
       exists (select from guardian g join student_guardian sg on sg.franchisee_id = g.franchisee_id and sg.guardian_id = g.id
                 join enrolment e on e.franchisee_id = sg.franchisee_id and e.student_id = sg.student_id and e.status = 'ACTIVE'
                where g.franchisee_id = c.id and g.mobile = ${phone}) desc, c.id
     limit 1`.execute(db);
  return rows[0]?.id ?? null;
}

interface Found {
  id: string;
  owner: string | null;
}

/** The number's conversation at this centre, locked. One that head office had moves here; a word to stop begins none. */
async function conversationOf(db: Db, franchiseeId: number, message: Inbound): Promise<Found | null> {
  const { waId, phone, profileName } = message;
  if (franchiseeId !== HEAD_OFFICE)
    await sql`update conversation s set franchisee_id = ${franchiseeId} where s.franchisee_id = ${HEAD_OFFICE} and s.wa_id = ${waId}
      and not exists (select from conversation o where o.franchisee_id = ${franchiseeId} and o.wa_id = ${waId})`.execute(
      db,
    );
  const at = message.at.toISOString();
  const { rows } = message.stop
    ? await sql<Found>`update conversation set stopped_at = ${at} where franchisee_id = ${franchiseeId} and wa_id = ${waId}
        returning id, owner_id as owner`.execute(db)
    : await sql<Found>`insert into conversation (franchisee_id, wa_id, phone_norm, profile_name, last_at, last_in_at)
        values (${franchiseeId}, ${waId}, ${phone}, ${profileName}, ${at}, ${at})
        on conflict (franchisee_id, wa_id) do update set profile_name = coalesce(excluded.profile_name, conversation.profile_name)
        returning id, owner_id as owner`.execute(db);
  return rows[0] ?? null;
}

async function addLine(
  db: Db,
  franchiseeId: number,
  conversationId: string,
  message: Inbound,
): Promise<boolean> {
  const id = randomUUID();
  const at = message.at.toISOString();
  const added =
    await sql`insert into conversation_item (franchisee_id, id, conversation_id, at, direction, provider_id, text_sealed)
    values (${franchiseeId}, ${id}, ${conversationId}, ${at}, 'IN', ${message.id}, ${sealedText(id, message.text)})
    on conflict (franchisee_id, provider_id) where provider_id is not null do nothing`.execute(db);
  if (Number(added.numAffectedRows ?? 0n) === 0) return false;
  await sql`update conversation set unread = unread + 1, last_at = greatest(last_at, ${at}::timestamptz),
      last_in_at = greatest(last_in_at, ${at}::timestamptz), status = ${message.stop ? sql`status` : 'WAITING'}
    where franchisee_id = ${franchiseeId} and id = ${conversationId}`.execute(db);
  return true;
}

/** Nothing that waits to be answered goes to somebody who asked for no more. */
async function takeBackReplies(db: Db, franchiseeId: number, conversationId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update message m set status = 'CANCELLED', reason = 'STOPPED' from conversation_item i
     where i.franchisee_id = ${franchiseeId} and i.conversation_id = ${conversationId} and i.direction = 'OUT'
       and m.franchisee_id = i.franchisee_id and m.source_kind = 'conversation-reply' and m.source_id = i.id::text and m.status = 'QUEUED'
    returning i.id`.execute(db);
  for (const { id } of rows)
    await cancelLater(db, { franchiseeId, source: { kind: 'conversation-reply', id } });
}

async function tellOwner(
  db: Db,
  franchiseeId: number,
  { id, owner }: Found,
  message: Inbound,
): Promise<void> {
  await queueMessage(db, {
    kind: 'communication.reply-waiting',
    franchiseeId,
    about: { userIds: [owner ?? ''] },
    values: { centre: await brandOf(db, franchiseeId) },
    appLink: conversationLink(id),
    dedupeKey: message.id,
    source: { kind: 'conversation', id },
  });
}

export const conversationLink = (id: string): string => `/communications/sms?tab=inbox&conversation=${id}`;
