import { handleApart } from '@aangan/server/endpoint/handle.ts';
import { ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { noticeContract } from '../profile.contract.ts';
import { asSystem } from '../session/as-system.server.ts';

async function unreadOf(db: Db, userId: string): Promise<number> {
  const { n } = await db
    .selectFrom('notice')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .where('dismissed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return n;
}

export const listNotices = handleApart(noticeContract.list, (call) =>
  call.work(asSystem(call.actor.userId), async (db) => {
    const userId = userIdOf(call.actor);
    const rows = await db
      .selectFrom('notice')
      .select(['id', 'kind', 'title', 'body', 'link', 'created_at', 'read_at'])
      .where('user_id', '=', userId)
      .where('dismissed_at', 'is', null)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(call.input.limit)
      .execute();
    return {
      rows: rows.map((row) => ({
        id: row.id,
        kind: row.kind,
        title: row.title,
        body: row.body,
        link: row.link,
        at: row.created_at,
        read: row.read_at !== null,
      })),
      unread: await unreadOf(db, userId),
    };
  }),
);

export const readNotices = handleApart(noticeContract.read, (call) =>
  call.work(asSystem(call.actor.userId), async (db) => {
    const userId = userIdOf(call.actor);
    const { ids } = call.input;
    let update = db
      .updateTable('notice')
      .set({ read_at: call.now.toISOString() })
      .where('user_id', '=', userId)
      .where('read_at', 'is', null);
    if (ids) update = update.where('id', 'in', ids.length > 0 ? ids : [NOTHING]);
    await update.execute();
    return { unread: await unreadOf(db, userId) };
  }),
);

const NOTHING = '00000000-0000-0000-0000-000000000000';

export const dismissNotice = handleApart(noticeContract.dismiss, (call) =>
  call.work(asSystem(call.actor.userId), async (db) => {
    const row = await db
      .updateTable('notice')
      .set({ dismissed_at: call.now.toISOString() })
      .where('id', '=', call.input.id)
      .where('user_id', '=', userIdOf(call.actor))
      .returning('id')
      .executeTakeFirst();
    ensureFound(row);
    return {};
  }),
);

export interface NewNotice {
  userId: string;
  kind: string;
  title: string;
  body?: string;
  link?: string;
  franchiseeId?: number;
  sourceArea?: string;
  dedupeKey: string;
}

/** Puts a line into a user's bell, in the caller's unit of work. The same key twice is one notice. */
export async function notify(db: Db, notice: NewNotice): Promise<void> {
  await sql`insert into notice (user_id, kind, title, body, link, franchisee_id, source_area, dedupe_key)
    values (${notice.userId}, ${notice.kind}, ${notice.title}, ${notice.body ?? null}, ${notice.link ?? null}, ${notice.franchiseeId ?? null}, ${notice.sourceArea ?? null}, ${notice.dedupeKey})
    on conflict (user_id, dedupe_key) do nothing`.execute(db);
}
