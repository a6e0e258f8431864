// The actor of somebody who looks with another person's eyes (areas/network.md 5, `user.view-as`).

import type { RequestFacts } from '@aangan/server/endpoint/handle.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { openView } from '../../network/public.server.ts';
import { chooseActor, compileActor } from '../../system/public.server.ts';
import { refuse } from '../shell-refusals.ts';

export const VIEW_AS_HEADER = 'x-view-as';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The other person's actor, marked with who really looks. Their rights are read afresh: nothing of the viewer's is mixed in. */
export async function viewingActor(db: Db, viewer: Actor, facts: RequestFacts, now: Date): Promise<Actor> {
  const id = facts.headers[VIEW_AS_HEADER] ?? '';
  const view =
    UUID.test(id) && viewer.sessionId ? await openView(db, { id, sessionId: viewer.sessionId, now }) : null;
  const user = view && (await compileActor(db, view.userId, now));
  if (!view || !user) throw refuse('session.view-ended');
  const asked = Number(facts.headers['x-franchisee-id'] ?? 0) || view.franchiseeId;
  const year = Number(facts.headers['x-academic-year-id'] ?? 0) || null;
  const choice = { roleId: null, academicYearId: year, sessionId: viewer.sessionId, steppedUpAt: null };
  const actor = chooseActor(user, { ...choice, franchiseeId: asked });
  const only = actor.wholeNetwork || actor.centres.length !== 1 ? undefined : actor.centres[0];
  const seen =
    asked === null && only !== undefined ? chooseActor(user, { ...choice, franchiseeId: only }) : actor;
  return { ...seen, viewedBy: viewer.userId ?? '' };
}
