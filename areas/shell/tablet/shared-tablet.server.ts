import { handleApart } from '@aangan/server/endpoint/handle.ts';
import { chosenCentre, ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { asSystem } from '../session/as-system.server.ts';
import { endSessions } from '../session/open-session.server.ts';
import { hashOf } from '../session/session-token.server.ts';
import { tabletContract } from '../tablet.contract.ts';

/** The tablet behind a browser's secret, or null. */
export const tabletOf = async (
  db: Db,
  device: string,
): Promise<{ id: string; franchiseeId: number; name: string } | null> => {
  const row = await db
    .selectFrom('shared_tablet')
    .select(['id', 'franchisee_id', 'name'])
    .where('thumbprint', '=', hashOf(device))
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return row ? { id: row.id, franchiseeId: row.franchisee_id, name: row.name } : null;
};

export const listTablets = handleApart(tabletContract.list, (call) =>
  call.work(asSystem(call.actor.userId), async (db) => {
    const rows = await db
      .selectFrom('shared_tablet')
      .select(['id', 'name', 'created_at', 'last_used_at'])
      .where('franchisee_id', '=', chosenCentre(call.actor))
      .where('revoked_at', 'is', null)
      .orderBy('created_at')
      .execute();
    return {
      rows: rows.map((row) => ({
        id: row.id,
        name: row.name,
        since: row.created_at,
        lastUsedAt: row.last_used_at,
      })),
    };
  }),
);

export const enrolTablet = handleApart(tabletContract.enrol, (call) =>
  call.work(asSystem(call.actor.userId), async (db) => {
    const { name, device } = call.input;
    const row = {
      franchisee_id: chosenCentre(call.actor),
      name,
      enrolled_by: userIdOf(call.actor),
      revoked_at: null,
    };
    const { id } = await db
      .insertInto('shared_tablet')
      .values({ ...row, thumbprint: hashOf(device) })
      .onConflict((oc) => oc.column('thumbprint').doUpdateSet(row))
      .returning('id')
      .executeTakeFirstOrThrow();
    return { tabletID: id };
  }),
);

export const removeTablet = handleApart(tabletContract.remove, (call) =>
  call.work(asSystem(call.actor.userId), async (db) => {
    const removed = await db
      .updateTable('shared_tablet')
      .set({ revoked_at: call.now.toISOString() })
      .where('id', '=', call.input.tabletID)
      .where('franchisee_id', '=', chosenCentre(call.actor))
      .where('revoked_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    const open = await db
      .selectFrom('session')
      .select('id')
      .where('tablet_id', '=', ensureFound(removed).id)
      .where('ended_at', 'is', null)
      .execute();
    if (open.length > 0) await endSessions(db, { ids: open.map(({ id }) => id) }, 'REVOKED', call.now);
    return {};
  }),
);
