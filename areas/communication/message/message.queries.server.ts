import { phoneNormAnyCountry } from '@aangan/contract/phone.ts';
import { handle } from '@aangan/server/handle.ts';
import { readCursor, writeCursor } from '@aangan/server/record-cursor.ts';
import { sql } from 'kysely';
import { messageContract } from './message.contract.ts';
import { addressHash } from './message-gates.server.ts';

const COUNT_CAP = 10_000;

export const listMessages = handle(messageContract.list, async ({ db, actor, input }) => {
  const cursor = input.after ? readCursor(input.after, 'queuedAt') : null;
  let rows = db.selectFrom('message');
  if (actor.franchiseeId !== null) rows = rows.where('franchisee_id', '=', actor.franchiseeId);
  if (input.channel) rows = rows.where('channel', '=', input.channel);
  if (input.status) rows = rows.where('status', '=', input.status);
  if (input.kind) rows = rows.where('kind', '=', input.kind);
  if (input.familyId) rows = rows.where('family_id', '=', input.familyId);
  if (input.address) {
    const phone = phoneNormAnyCountry(input.address);
    rows = rows.where('address_hash', 'in', [
      addressHash('EMAIL', input.address),
      ...(phone ? [addressHash('SMS', phone)] : []),
    ]);
  }
  const counted = cursor
    ? null
    : await db
        .selectFrom(
          rows
            .select(sql<number>`1`.as('one'))
            .limit(COUNT_CAP + 1)
            .as('some'),
        )
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow();
  const total = cursor?.total ?? {
    n: Math.min(counted?.n ?? 0, COUNT_CAP),
    more: (counted?.n ?? 0) > COUNT_CAP,
  };
  let page = rows
    .select([
      'id',
      'franchisee_id as franchiseeId',
      'queued_at as queuedAt',
      'kind',
      'channel',
      'language',
      'name_mask as to',
      'address_mask as address',
      'subject_masked as subject',
      'body_masked as text',
      'status',
      'reason',
      'units',
      'not_before as notBefore',
      'sent_at as sentAt',
      'delivered_at as deliveredAt',
      'provider',
      'source_kind as sourceKind',
      'source_id as sourceId',
      sql<string>`queued_at::text`.as('$sort'),
    ])
    .orderBy('queued_at', 'desc')
    .orderBy('id', 'desc')
    .limit(input.limit + 1);
  if (cursor)
    page = page.where(sql<boolean>`(queued_at, id) < (${cursor.value}::timestamptz, ${cursor.id}::uuid)`);
  const found = await page.execute();
  const shown = found.slice(0, input.limit);
  const last = shown.at(-1);
  return {
    rows: shown.map(({ $sort: _sort, ...row }) => ({ ...row, to: row.to ?? '' })),
    next:
      found.length > input.limit && last
        ? writeCursor({ sort: 'queuedAt', value: last.$sort, id: last.id, total })
        : null,
    total,
  };
});
