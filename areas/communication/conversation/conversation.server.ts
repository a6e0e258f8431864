// Reading a conversation, and what is done about it: answer, registered text, owner, nothing to answer, call.
import { randomUUID } from 'node:crypto';
import { formatTime } from '@aangan/contract/period.ts';
import { phoneNormAnyCountry } from '@aangan/contract/phone.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { HEAD_OFFICE, personName } from '@aangan/server/sql.ts';
import { logAccess } from '@aangan/server/work/access-log.ts';
import { type Actor, mayCall } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound, ensureStep, userIdOf } from '@aangan/server/work/ensure.ts';
import { lockRow, moveStatus } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { usersWith } from '../../network/public.server.ts';
import { refuseCommunication } from '../communication.refusals.ts';
import { queueMessage } from '../message/queue-message.server.ts';
import { communicationModules as m } from '../modules.ts';
import { type ConversationItem, conversationContract as contract } from './conversation.contract.ts';
import { conversationListing } from './conversation.listing.server.ts';
import { type Closed, closedTexts, conversationStates, openUntil } from './conversation.states.ts';
import { REPLY } from './conversation-messages.ts';
import { closedFor, personOf } from './conversation-person.server.ts';
import { openedText, sealedText } from './item-text.server.ts';
import { conversationLink } from './keep-inbound.server.ts';
import { ownTexts, sendRegistered } from './registered-text.server.ts';

const SHOWN = 200;

const conversationRow = async (db: Db, id: string) =>
  ensureFound(await db.selectFrom('conversation').selectAll().where('id', '=', id).executeTakeFirst());

export const getConversation = handle(contract.get, async ({ db, actor, input, now, ports }) => {
  const row = ensureFound(await conversationListing.row({ db, actor }, input.id));
  const stored = await conversationRow(db, input.id);
  const person = await personOf(db, stored);
  const writes = mayCall(actor, contract.reply);
  return {
    ...row,
    items: await itemsOf(db, stored),
    closed: await closedFor(db, stored, person, { now, config: ports.config }),
    enquiryCode: person.enquiryCode,
    templates: writes && person.guardianIds.length > 0 && !person.restricted ? await ownTexts(db) : [],
    people: writes ? await answerers(db, stored.franchisee_id) : [],
  };
});

async function itemsOf(db: Db, at: { franchisee_id: number; id: string }): Promise<ConversationItem[]> {
  type Read = Omit<ConversationItem, 'text'> & { sealed: Buffer };
  const { rows } = await sql<Read>`
    select i.id, date_trunc('milliseconds', i.at) as at, i.direction = 'OUT' as out, i.text_sealed as sealed, ${personName('u')} as by, m.channel, m.reason,
      case when i.direction = 'OUT' then coalesce(m.status, 'QUEUED') end as status
      from conversation_item i left join app_user u on u.id = i.by_user
      left join lateral (select status, reason, channel from message m where m.franchisee_id = i.franchisee_id and m.source_kind = 'conversation-reply' and m.source_id = i.id::text
        order by m.queued_at desc limit 1) m on i.direction = 'OUT'
     where i.franchisee_id = ${at.franchisee_id} and i.conversation_id = ${at.id} order by i.at desc, i.created_at desc, i.id desc limit ${SHOWN}`.execute(
    db,
  );
  return rows.reverse().map(({ sealed, ...item }) => ({ ...item, text: openedText(item.id, sealed) }));
}

/** Who may answer here: holders of the change right who reach the centre; head office's own is answered by head office. */
async function answerers(db: Db, franchiseeId: number): Promise<{ id: string; label: string }[]> {
  const found = await usersWith(db, { module: m.sendSMS, write: true, franchiseeId });
  return found.map(({ id, name }) => ({ id, label: name }));
}

export const markRead = handle(contract.markRead, async ({ db, input }) => {
  const row = await conversationRow(db, input.id);
  if (row.unread > 0)
    await db
      .updateTable('conversation')
      .set({ unread: 0 })
      .where('franchisee_id', '=', row.franchisee_id)
      .where('id', '=', row.id)
      .execute();
  return {};
});

const refusals: Readonly<Record<Exclude<Closed, 'WINDOW'>, 'no-consent' | 'closed'>> = {
  REFUSED: 'no-consent',
  NOT_CONNECTED: 'closed',
  RESTRICTED: 'closed',
  NO_NUMBER: 'closed',
};

export const replyTo = handle(contract.reply, async ({ db, actor, input, version, now, ports }) => {
  const row = await lockRow(db, 'conversation', input.id, version);
  const person = await personOf(db, row);
  const closed = await closedFor(db, row, person, { now, config: ports.config });
  const until = openUntil(new Date(row.last_in_at));
  ensure(closed !== 'WINDOW', () =>
    refuseCommunication('conversation.window-closed', { details: { time: formatTime(until) } }),
  );
  ensure(closed === null, () =>
    refuseCommunication(`conversation.${refusals[closed as keyof typeof refusals]}`, {
      details: { why: closedTexts[closed ?? 'WINDOW'] },
    }),
  );
  const item = await addReply(db, actor, row, { text: input.text, now });
  await queueMessage(db, {
    kind: REPLY,
    franchiseeId: row.franchisee_id,
    about: {
      address: { mobile: row.phone_norm ?? '', ...(row.profile_name ? { name: row.profile_name } : {}) },
    },
    values: { reply: input.text },
    channel: 'WHATSAPP',
    dedupeKey: item.id,
    // The window may close while a queue is behind.
    expiresAt: until,
    source: item.source,
  });
  return {};
});

interface Row {
  franchisee_id: number;
  id: string;
  status: keyof typeof conversationStates;
}

/** Our line in the conversation; whoever answers looks after it from then on, if nobody did. */
async function addReply(db: Db, actor: Actor, row: Row, line: { text: string; now: Date }) {
  const status = ensureStep(conversationStates, row.status, 'answer', () => refuse('row.wrong-state'));
  const id = randomUUID();
  const by = userIdOf(actor);
  await db
    .insertInto('conversation_item')
    .values({
      franchisee_id: row.franchisee_id,
      id,
      conversation_id: row.id,
      at: line.now.toISOString(),
      direction: 'OUT',
      text_sealed: sealedText(id, line.text),
      by_user: by,
    })
    .execute();
  await sql`update conversation set status = ${status}, unread = 0, last_at = greatest(last_at, ${line.now.toISOString()}::timestamptz), owner_id = coalesce(owner_id, ${by}::uuid)
    where franchisee_id = ${row.franchisee_id} and id = ${row.id}`.execute(db);
  return { id, source: { kind: 'conversation-reply', id } };
}

export const sendTemplate = handle(contract.sendTemplate, async ({ db, actor, input, now }) => {
  const row = await lockRow(db, 'conversation', input.id);
  const person = await personOf(db, row);
  await sendRegistered(db, { row, person, templateId: input.templateId }, (text) =>
    addReply(db, actor, row, { text, now }),
  );
  return {};
});

export const assignConversation = handle(contract.assign, async ({ db, actor, input }) => {
  const row = await lockRow(db, 'conversation', input.id);
  const people = await answerers(db, row.franchisee_id);
  ensure(
    people.some(({ id }) => id === input.ownerId),
    () =>
      refuse('input.invalid', { fields: { ownerId: 'Choose somebody who answers messages of this centre' } }),
  );
  if (row.owner_id === input.ownerId) return {};
  const moved = await db
    .updateTable('conversation')
    .set({ owner_id: input.ownerId })
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.id)
    .returning('version')
    .executeTakeFirstOrThrow();
  if (input.ownerId !== actor.userId)
    await queueMessage(db, {
      kind: 'communication.conversation-assigned',
      franchiseeId: row.franchisee_id,
      about: { userIds: [input.ownerId] },
      values: { by: people.find(({ id }) => id === actor.userId)?.label ?? 'A colleague' },
      appLink: conversationLink(row.id),
      dedupeKey: `${row.id}:${moved.version}`,
      source: { kind: 'conversation', id: row.id },
    });
  return {};
});

export const closeConversation = handle(contract.close, async ({ db, input }) => {
  const row = await lockRow(db, 'conversation', input.id);
  await moveStatus(db, {
    states: conversationStates,
    table: 'conversation',
    row,
    action: 'close',
    set: { unread: 0 },
  });
  return {};
});

export const revealNumber = handle(contract.reveal, async ({ db, actor, input, request }) => {
  const row = await lockRow(db, 'conversation', input.id);
  const number = ensureFound(row.phone_norm ? phoneNormAnyCountry(row.phone_norm) : null);
  await logAccess(
    db,
    actor,
    {
      action: 'REVEAL',
      contract: contract.reveal.name,
      subjectKind: row.franchisee_id === HEAD_OFFICE ? 'contact' : 'guardian',
      subjectId: row.id,
      fields: ['mobile'],
      purpose: 'call about a conversation',
    },
    request,
  );
  return { number };
});
