import { handleApart } from '@aangan/server/endpoint/handle.ts';
import { userIdOf } from '@aangan/server/work/ensure.ts';
import { asSystem } from '../session/as-system.server.ts';
import { hashPassword } from '../session/hash-gate.server.ts';
import { noteSignIn } from '../session/open-session.server.ts';
import { refuse } from '../shell-refusals.ts';
import { tabletContract } from '../tablet.contract.ts';

/** All alike, or a run up or down: what a look over the shoulder or a first guess finds. */
export function isWeakPin(pin: string): boolean {
  const steps = new Set([...pin].slice(1).map((digit, i) => (Number(digit) - Number(pin[i]) + 10) % 10));
  return steps.size === 1 || new Set(pin).size < 3;
}

export const getPin = handleApart(tabletContract.pin, (call) =>
  call.work(asSystem(call.actor.userId), async (db) => {
    const row = await db
      .selectFrom('tablet_pin')
      .select('set_at')
      .where('user_id', '=', userIdOf(call.actor))
      .executeTakeFirst();
    return { since: row?.set_at ?? null };
  }),
);

export const setPin = handleApart(tabletContract.setPin, async (call) => {
  const { pin } = call.input;
  if (isWeakPin(pin))
    throw refuse('tablet.weak-pin', { fields: { pin: 'Easy to guess. Choose other digits.' } });
  const row = { pin_hash: await hashPassword(pin), set_at: call.now.toISOString() };
  const userId = userIdOf(call.actor);
  return call.work(asSystem(userId), async (db) => {
    await db
      .insertInto('tablet_pin')
      .values({ user_id: userId, ...row })
      .onConflict((oc) => oc.column('user_id').doUpdateSet(row))
      .execute();
    await noteSignIn(db, { kind: 'PIN_SET', userId }, call.request);
    return {};
  });
});

export const removePin = handleApart(tabletContract.removePin, (call) =>
  call.work(asSystem(call.actor.userId), async (db) => {
    const userId = userIdOf(call.actor);
    await db.deleteFrom('tablet_pin').where('user_id', '=', userId).execute();
    await noteSignIn(db, { kind: 'PIN_OFF', userId }, call.request);
    return {};
  }),
);
