// The outbox's two actions, and the addresses that are not written to any more.
import { refuse } from '@aangan/contract/refusal.ts';
import { cancelLater } from '@aangan/server/background/outbox.ts';
import { messageKind } from '@aangan/server/endpoint/area-registry.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { cappedCount, cutPage, pageLimit } from '@aangan/server/record/keyset.ts';
import { readCursor } from '@aangan/server/record/record-cursor.ts';
import { inChosenCentre } from '@aangan/server/sql.ts';
import { type Actor, mayCall } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import { type Db, withWholeReach } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { refuseCommunication } from '../communication.refusals.ts';
import { sendAgain } from '../message/send-again.server.ts';
import { outboxContract, suppressionContract } from './campaign.contract.ts';
import { ensurePage } from './campaign.server.ts';

async function lockMessage(db: Db, actor: Actor, id: string) {
  const row = ensureFound(
    await db.selectFrom('message').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),
  );
  ensurePage(actor, row.channel === 'EMAIL' ? 'SEND_EMAIL' : 'SEND_SMS', true);
  return row;
}

export const retryMessage = handle(outboxContract.retry, async ({ db, actor, input }) => {
  const row = await lockMessage(db, actor, input.id);
  // After 90 days the values are gone, and a code never goes twice.
  const may = row.status === 'FAILED' && row.address_sealed !== null && row.category !== 'CODE';
  ensure(may, () => refuseCommunication('message.not-retryable'));
  await db
    .updateTable('message')
    .set({ status: 'QUEUED', reason: null, failed_at: null })
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.id)
    .execute();
  const kind = ensureFound(messageKind(row.kind));
  ensure(await sendAgain(db, { franchiseeId: row.franchisee_id, id: row.id, kind }), () =>
    refuse('row.wrong-state'),
  );
  return {};
});

export const cancelMessage = handle(outboxContract.cancel, async ({ db, actor, input }) => {
  const row = await lockMessage(db, actor, input.id);
  ensure(row.status === 'QUEUED', () => refuse('row.wrong-state'));
  await db
    .updateTable('message')
    .set({ status: 'CANCELLED', reason: 'BY_HAND' })
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.id)
    .execute();
  for (const kind of ['communication.send', 'communication.send-again'])
    await cancelLater(db, { franchiseeId: row.franchisee_id, kind, dedupeKey: row.id });
  return {};
});

interface Stopped {
  id: string;
  address: string;
  person: string;
  channel: string;
  scope: 'ALL' | 'MARKETING';
  reason: string;
  since: string;
  sort: string;
}

/** A complaint and the do-not-call register are lifted by a new consent alone. */
const LEGAL = ['COMPLAINT', 'DND', 'UNSUBSCRIBED', 'STOPPED'];

export const listSuppressions = handle(suppressionContract.list, async ({ db, actor, input }) => {
  const cursor = input.after ? readCursor(input.after, 'since') : null;
  // The list of addresses is the network's; a centre sees those of its own messages, each once.
  const mine = sql`from suppression s cross join lateral (select m.id, m.address_mask, m.name_mask from message m
      where ${inChosenCentre(actor, 'm.franchisee_id')} and m.address_hash = s.address_hash and m.channel = s.channel order by m.queued_at desc, m.id desc limit 1) m
    where s.channel = 'EMAIL' and (s.until is null or s.until > now())`;
  const { rows } = await sql<Stopped>`
    select m.id, coalesce(m.address_mask, '•••') as address, coalesce(m.name_mask, '') as person, s.channel, s.scope, s.reason, s.since, s.since::text as sort ${mine}
      and ${cursor ? sql`(s.since, m.id) < (${cursor.value}::timestamptz, ${cursor.id}::uuid)` : sql`true`}
     order by s.since desc, m.id desc limit ${pageLimit(input.limit)}`.execute(db);
  const total = cursor?.total ?? (await cappedCount(db, sql`select ${mine}`));
  const page = cutPage(rows, input, { sort: 'since', total, at: (last) => last.sort });
  return {
    ...page,
    rows: page.rows.map(({ sort: _, ...row }) => ({
      ...row,
      can: { release: !LEGAL.includes(row.reason) && mayCall(actor, suppressionContract.release) },
    })),
  };
});

export const releaseSuppression = handle(suppressionContract.release, async ({ db, actor, input }) => {
  const message = ensureFound(
    await db
      .selectFrom('message')
      .select(['channel', 'address_hash'])
      .where('id', '=', input.messageId)
      .where('channel', '=', 'EMAIL')
      .executeTakeFirst(),
  );
  const hash = ensureFound(message.address_hash);
  await withWholeReach(db, actor, async () => {
    const found = ensureFound(
      await db
        .selectFrom('suppression')
        .select('reason')
        .where('channel', '=', 'EMAIL')
        .where('address_hash', '=', hash)
        .where('scope', '=', input.scope)
        .executeTakeFirst(),
    );
    ensure(!LEGAL.includes(found.reason), () => refuseCommunication('suppression.legal'));
    await sql`update suppression set until = now(), source = ${`released: ${input.reason}`.slice(0, 80)}
      where channel = 'EMAIL' and address_hash = ${hash} and scope = ${input.scope}`.execute(db);
  });
  return {};
});
