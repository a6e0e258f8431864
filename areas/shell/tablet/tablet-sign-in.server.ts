import { handleApart } from '@aangan/server/endpoint/handle.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { franchiseeLabels } from '../../network/public.server.ts';
import { type CompiledUser, compileActor } from '../../system/public.server.ts';
import { photoUrlOf } from '../profile/photo.server.ts';
import { asSystem } from '../session/as-system.server.ts';
import { passwordIs } from '../session/hash-gate.server.ts';
import { noteSignIn, openSession } from '../session/open-session.server.ts';
import { hashOf } from '../session/session-token.server.ts';
import { countSignInTry, ensureWithin, forgiveTry } from '../session/sign-in-limits.server.ts';
import { refuse } from '../shell-refusals.ts';
import { tabletContract } from '../tablet.contract.ts';
import { tabletOf } from './shared-tablet.server.ts';
import { mayUseTablet } from './tablet-rights.server.ts';

const MOST_FACES = 80;

export const tabletHere = handleApart(tabletContract.here, (call) =>
  call.work(asSystem(), async (db) => {
    const tablet = await tabletOf(db, call.input.device);
    if (!tablet) throw refuse('tablet.unknown');
    const rows = await db
      .selectFrom('app_user as u')
      .innerJoin('tablet_pin as p', 'p.user_id', 'u.id')
      .select(['u.id', 'u.first_name', 'u.last_name', 'u.photo_file_id'])
      .where('u.state', '=', 'ACTIVE')
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('user_role as r')
            .select('r.user_id')
            .whereRef('r.user_id', '=', 'u.id')
            .where('r.franchisee_id', '=', tablet.franchiseeId),
        ),
      )
      .orderBy('u.first_name')
      .orderBy('u.last_name')
      .limit(MOST_FACES)
      .execute();
    const people = [];
    for (const row of rows) {
      const user = await compileActor(db, row.id, call.now);
      if (user && mayUseTablet(user, tablet.franchiseeId))
        people.push({
          id: row.id,
          name: `${row.first_name} ${row.last_name}`.trim(),
          photoUrl: await photoUrlOf(db, row.photo_file_id, call.now),
        });
    }
    const labels = await franchiseeLabels(db, [tablet.franchiseeId]);
    return { name: tablet.name, centre: labels.get(tablet.franchiseeId) ?? '', people };
  }),
);

export const tabletSignIn = handleApart(tabletContract.signIn, async (call) => {
  const { device, userID, pin, key } = call.input;
  const tried = await call.work(asSystem(), async (db) => {
    const tablet = await tabletOf(db, device);
    // A person's tries are counted on each tablet for itself: whoever has none locks nobody out of theirs.
    const account = `${tablet?.id ?? 'no tablet'}:${userID}`;
    const counted = { account, ip: call.request.ip, deviceHash: hashOf(device) };
    const counts = await countSignInTry(db, 'pin', counted);
    return { tablet, counted, counts, pinHash: await pinHashOf(db, userID) };
  });
  const { counted, counts } = tried;
  // Nor by tries from the same address or the whole network: those are strangers'.
  ensureWithin('pin', tried.tablet ? { ...counts, ip: 0, global: 0 } : counts, false, call.now);
  // Who is not there takes as long as who is (promise S5).
  const right = await passwordIs(tried.tablet ? tried.pinHash : null, pin);
  const opened = await call.work(asSystem(userID), async (db) => {
    const { tablet } = tried;
    const user: CompiledUser | null = tablet && right ? await compileActor(db, userID, call.now) : null;
    if (!tablet || !user || !mayUseTablet(user, tablet.franchiseeId)) {
      await noteSignIn(db, { kind: 'PIN_BAD', userId: tried.pinHash ? userID : null }, call.request);
      return null;
    }
    await forgiveTry(db, 'pin', counted);
    await db
      .updateTable('shared_tablet')
      .set({ last_used_at: call.now.toISOString() })
      .where('id', '=', tablet.id)
      .execute();
    const { request, now } = call;
    const opening = { user, deviceId: null, byCode: false, key: key ?? null, request, now };
    const session = await openSession(db, { ...opening, tabletId: tablet.id });
    await noteSignIn(db, { kind: 'PIN_OK', userId: userID, sessionId: session.sessionId }, request);
    return session;
  });
  if (!opened) throw refuse('tablet.wrong-pin');
  return { token: opened.token };
});

const pinHashOf = async (db: Db, userId: string): Promise<string | null> =>
  (await db.selectFrom('tablet_pin').select('pin_hash').where('user_id', '=', userId).executeTakeFirst())
    ?.pin_hash ?? null;
