import { handle } from '@aangan/server/endpoint/handle.ts';
import { logAccess } from '@aangan/server/work/access-log.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { refuse } from '../network-refusals.ts';
import { viewAsContract } from './view-as.contract.ts';
import { ensureVisible } from './visible-people.server.ts';

const MINUTES = 15;

export const beginViewAs = handle(viewAsContract.begin, async ({ db, actor, input, now, request }) => {
  await ensureVisible(db, input.userId);
  const person = await db
    .selectFrom('app_user')
    .select(['first_name', 'last_name', 'super_admin', 'state'])
    .where('id', '=', input.userId)
    .executeTakeFirstOrThrow();
  // A super admin sees everything: nobody borrows those eyes, and nobody needs their own.
  if (person.super_admin || input.userId === actor.userId) throw refuse('user.view-as-super');
  if (person.state !== 'ACTIVE') throw refuse('user.wrong-state');
  const until = new Date(now.getTime() + MINUTES * 60_000).toISOString();
  const { id } = await db
    .insertInto('view_as')
    .values({
      viewer_id: actor.userId ?? '',
      user_id: input.userId,
      session_id: actor.sessionId ?? '',
      franchisee_id: input.franchiseeId ?? null,
      began_at: now.toISOString(),
      until,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await logAccess(
    db,
    actor,
    { action: 'VIEW_AS', contract: viewAsContract.begin.name, subjectKind: 'user', subjectId: input.userId },
    request,
  );
  return { id, name: `${person.first_name} ${person.last_name}`.trim(), until };
});

/** The open view of this session; null when it ended, belongs to another session or never was. */
export async function openView(
  db: Db,
  which: { id: string; sessionId: string; now: Date },
): Promise<{ userId: string; franchiseeId: number | null } | null> {
  const row = await db
    .selectFrom('view_as')
    .select(['user_id', 'franchisee_id'])
    .where('id', '=', which.id)
    .where('session_id', '=', which.sessionId)
    .where('ended_at', 'is', null)
    .where('until', '>', which.now.toISOString())
    .executeTakeFirst();
  return row ? { userId: row.user_id, franchiseeId: row.franchisee_id } : null;
}
