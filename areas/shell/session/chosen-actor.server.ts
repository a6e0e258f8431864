// The actor of a call, by what its context headers choose.
import { refuse } from '@aangan/contract/refusal.ts';
import type { RequestFacts } from '@aangan/server/endpoint/handle.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { type CompiledUser, chooseActor } from '../../system/public.server.ts';
import { onTablet } from '../tablet/tablet-rights.server.ts';
import type { CachedSession } from './session-cache.server.ts';

/** A foreign centre or year: 404; a role that is not held: 403. */
export function chosenActor(session: CachedSession, facts: RequestFacts): Actor {
  if (session.tabletCentre !== null) return tabletActor(session, session.tabletCentre, facts);
  const roleId = idIn(facts.headers['x-role-id']) ?? session.roleId;
  const academicYearId = idIn(facts.headers['x-academic-year-id']);
  const franchiseeId = idIn(facts.headers['x-franchisee-id']);
  const { sessionId, steppedUpAt, user } = session;
  const key = `${roleId} ${academicYearId} ${franchiseeId} ${sessionId} ${steppedUpAt}`;
  const chosen = actorsOf(user);
  const known = chosen.get(key);
  if (known) return known;
  const choice = { roleId, academicYearId, sessionId, steppedUpAt };
  let actor = chooseActor(user, { ...choice, franchiseeId });
  // Somebody with one centre has chosen it by being there.
  const only = actor.wholeNetwork || actor.centres.length !== 1 ? undefined : actor.centres[0];
  if (franchiseeId === null && only !== undefined)
    actor = chooseActor(user, { ...choice, franchiseeId: only });
  if (chosen.size >= MOST_CHOICES) chosen.clear();
  chosen.set(key, actor);
  return actor;
}

/** What somebody's rights come to for each choice; rights that change are compiled anew, and then chosen from anew. */
const actors = new WeakMap<CompiledUser, Map<string, Actor>>();
const MOST_CHOICES = 100;

function actorsOf(user: CompiledUser): Map<string, Actor> {
  const known = actors.get(user) ?? new Map<string, Actor>();
  actors.set(user, known);
  return known;
}

/** On a shared tablet everybody works for its centre, in all their roles. */
function tabletActor(session: CachedSession, franchiseeId: number, facts: RequestFacts): Actor {
  const academicYearId = idIn(facts.headers['x-academic-year-id']);
  const choice = { roleId: null, academicYearId, sessionId: session.sessionId, steppedUpAt: null };
  return onTablet(chooseActor(session.user, { ...choice, franchiseeId }));
}

/** A context header's id; absent, empty and 0 ('Select All', 'All roles') are no choice. Anything else is no centre of anybody. */
function idIn(header: string | undefined): number | null {
  if (header === undefined || header === '' || header === '0') return null;
  if (!/^[1-9]\d{0,9}$/.test(header)) throw refuse('context.foreign');
  const id = Number(header);
  if (id > 2_147_483_647) throw refuse('context.foreign');
  return id;
}
