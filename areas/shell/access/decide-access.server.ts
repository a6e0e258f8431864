import { refuse as platform } from '@aangan/contract/refusal.ts';
import { handleApart } from '@aangan/server/endpoint/handle.ts';
import { ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { storeGrant } from '../../network/public.server.ts';
import type { CompiledUser } from '../../system/public.server.ts';
import { accessContract } from '../access.contract.ts';
import { asSystem } from '../session/as-system.server.ts';
import { compiledOf } from '../session/context.server.ts';
import { refuse } from '../shell-refusals.ts';
import { grantDays, type OpenRequest, openRequests, whoAsks } from './ask-access.server.ts';
import { type Proposal, proposalsOf, wantedGrant } from './grantors.server.ts';
import { tellDecided } from './tell-access.server.ts';

const SHOWN = 50;

/** What the caller could give in answer, or null when the request is not theirs to answer. */
async function answers(
  db: Db,
  granter: CompiledUser,
  request: OpenRequest,
  now: Date,
): Promise<Proposal[] | null> {
  if (request.userId === granter.userId || request.module === null) return null;
  const proposals = await proposalsOf(db, granter, { ...request, module: request.module }, grantDays(now));
  return proposals.length > 0 ? proposals : null;
}

export const listRequests = handleApart(accessContract.requests, (call) =>
  call.work(asSystem(call.actor.userId), async (db) => {
    const granter = await compiledOf(db, call.actor, call.now);
    const rows = [];
    for (const request of await openRequests(db)) {
      if (rows.length === SHOWN) break;
      const proposals = await answers(db, granter, request, call.now);
      if (!proposals) continue;
      rows.push({
        id: request.id,
        ...(await whoAsks(db, request)),
        title: request.title || request.path,
        path: request.path,
        module: granter.rights.modules.get(request.module ?? '')?.title ?? request.title,
        write: request.write,
        reason: request.reason,
        at: request.at,
        proposals,
      });
    }
    return { rows };
  }),
);

/** The request, locked, with what the caller may give; 404 for requests that are not theirs to answer. */
async function requestToAnswer(db: Db, granter: CompiledUser, id: string, now: Date) {
  const row = await db
    .selectFrom('access_request')
    .select('status')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (row && row.status !== 'OPEN') throw refuse('access.decided');
  const [request] = await openRequests(db, id);
  const proposals = request ? await answers(db, granter, request, now) : null;
  return { request: ensureFound(request && proposals ? request : undefined), proposals: proposals ?? [] };
}

export const grantAccess = handleApart(accessContract.grant, (call) =>
  call.work(asSystem(call.actor.userId), async (db) => {
    const { input, now } = call;
    const granter = await compiledOf(db, call.actor, now);
    const { request, proposals } = await requestToAnswer(db, granter, input.id, now);
    const chosen = proposals.find((one) => one.roleId === input.roleId);
    const role = granter.rights.roles.get(input.roleId);
    if (!chosen || !role) throw refuse('access.no-role');
    const days = { from: grantDays(now).from, to: input.to ?? grantDays(now).to };
    if (days.to < days.from) throw platform('input.invalid', { fields: { to: 'Not before today' } });
    const grant = wantedGrant({ ...request, module: request.module ?? '' }, role, days);
    await storeGrant(
      { db, granterId: userIdOf(call.actor), userId: request.userId, now },
      {
        roleId: role.id,
        scope: grant.scope,
        franchiseeId: grant.franchiseeId,
        ...days,
        reason: `Asked for ${request.title || request.path}`.slice(0, 200),
      },
    );
    await db
      .updateTable('access_request')
      .set({
        status: 'GRANTED',
        role_id: role.id,
        to_on: days.to,
        decided_by: call.actor.userId,
        decided_at: now.toISOString(),
      })
      .where('id', '=', request.id)
      .execute();
    await tellDecided(db, request.id);
    return { role: chosen.role, until: days.to };
  }),
);

export const declineAccess = handleApart(accessContract.decline, (call) =>
  call.work(asSystem(call.actor.userId), async (db) => {
    const granter = await compiledOf(db, call.actor, call.now);
    const { request } = await requestToAnswer(db, granter, call.input.id, call.now);
    await db
      .updateTable('access_request')
      .set({
        status: 'DECLINED',
        answer: call.input.reason,
        decided_by: call.actor.userId,
        decided_at: call.now.toISOString(),
      })
      .where('id', '=', request.id)
      .execute();
    await tellDecided(db, request.id);
    return { id: request.id };
  }),
);
