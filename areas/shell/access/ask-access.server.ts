import { addDays, startOfDay, todayIst } from '@aangan/contract/period.ts';
import { handleApart } from '@aangan/server/endpoint/handle.ts';
import { ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { franchiseeLabels, userCards } from '../../network/public.server.ts';
import { accessContract } from '../access.contract.ts';
import { asSystem } from '../session/as-system.server.ts';
import { compiledOf } from '../session/context.server.ts';
import { refuse } from '../shell-refusals.ts';
import { type Asked, grantorsFor } from './grantors.server.ts';
import { tellAsked } from './tell-access.server.ts';

const PER_DAY = 5;
/** How long an answer opens a screen unless the grantor says otherwise (system.md 3.8). */
export const GRANT_DAYS = 7;

export const grantDays = (now: Date): { from: string; to: string; now: Date } => ({
  from: todayIst(now),
  to: addDays(todayIst(now), GRANT_DAYS),
  now,
});

export const askAccess = handleApart(accessContract.ask, (call) =>
  call.work(asSystem(call.actor.userId), async (db) => {
    const { input, now } = call;
    const userId = userIdOf(call.actor);
    const user = await compiledOf(db, call.actor, now);
    await ensureFewRequests(db, userId, now);
    const module = input.modules.find((name) => user.rights.modules.has(name)) ?? null;
    const franchiseeId = call.actor.franchiseeId ?? user.homeFranchiseeId;
    const row = await db
      .insertInto('access_request')
      .values({
        user_id: userId,
        path: input.path,
        title: input.title,
        module,
        write: input.write,
        franchisee_id: franchiseeId,
        reason: input.reason,
      })
      .onConflict((oc) => oc.columns(['user_id', 'path']).where('status', '=', 'OPEN').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!row) throw refuse('access.already-asked');
    const to = module
      ? await grantorsFor(db, { userId, module, write: input.write, franchiseeId }, grantDays(now))
      : [];
    await tellAsked(db, { id: row.id, round: 0, to });
    return { id: row.id, told: to.length };
  }),
);

async function ensureFewRequests(db: Db, userId: string, now: Date): Promise<void> {
  const { n } = await db
    .selectFrom('access_request')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('user_id', '=', userId)
    .where('created_at', '>=', startOfDay(todayIst(now)).toISOString())
    .executeTakeFirstOrThrow();
  if (n >= PER_DAY) throw refuse('access.too-many');
}

export const aboutAccess = handleApart(accessContract.about, (call) =>
  call.work(asSystem(call.actor.userId), async (db) => {
    const { rights } = await compiledOf(db, call.actor, call.now);
    const open = await db
      .selectFrom('access_request')
      .select('id')
      .where('user_id', '=', userIdOf(call.actor))
      .where('path', '=', call.input.path)
      .where('status', '=', 'OPEN')
      .executeTakeFirst();
    return {
      modules: call.input.modules.flatMap((name) => rights.modules.get(name)?.title ?? []),
      asked: open !== undefined,
    };
  }),
);

export const myRequests = handleApart(accessContract.mine, (call) =>
  call.work(asSystem(call.actor.userId), async (db) => {
    const rows = await db
      .selectFrom('access_request')
      .select(['id', 'title', 'path', 'created_at', 'status', 'to_on', 'answer'])
      .where('user_id', '=', userIdOf(call.actor))
      .orderBy('created_at', 'desc')
      .limit(20)
      .execute();
    return {
      rows: rows.map((row) => ({
        id: row.id,
        title: row.title || row.path,
        path: row.path,
        at: row.created_at,
        status: row.status,
        until: row.to_on,
        answer: row.answer,
      })),
    };
  }),
);

export interface OpenRequest extends Omit<Asked, 'module'> {
  id: string;
  module: string | null;
  path: string;
  title: string;
  reason: string;
  at: string;
}

/** Requests nobody has answered yet, oldest first. */
export async function openRequests(db: Db, id?: string): Promise<OpenRequest[]> {
  const rows = await db
    .selectFrom('access_request')
    .selectAll()
    .where('status', '=', 'OPEN')
    .$if(id !== undefined, (qb) => qb.where('id', '=', id ?? ''))
    .orderBy('created_at')
    .limit(200)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    userId: row.user_id,
    module: row.module,
    write: row.write,
    franchiseeId: row.franchisee_id ?? 1,
    path: row.path,
    title: row.title,
    reason: row.reason,
    at: row.created_at,
  }));
}

/** Who asks and where, in words. */
export async function whoAsks(
  db: Db,
  request: { userId: string; franchiseeId: number },
): Promise<{ who: string; designation: string | null; centre: string }> {
  const card = ensureFound((await userCards(db, [request.userId])).get(request.userId));
  const labels = await franchiseeLabels(db, [request.franchiseeId]);
  return {
    who: card.name,
    designation: card.designation ?? card.role,
    centre: labels.get(request.franchiseeId) ?? '',
  };
}
