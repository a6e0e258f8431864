import { todayIst } from '@aangan/contract/period.ts';
import { Refusal } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { chosenCentre, chosenYear, userIdOf } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { creditOf } from './credit.server.ts';
import { kitOrderContract as contract } from './kit-order.contract.ts';
import { type DeskKit, deskKits, keyOf, pricedKits } from './order-prices.server.ts';

export const orderDesk = handle(contract.desk, async ({ db, actor, input: { kitType }, now }) => {
  const franchiseeId = chosenCentre(actor);
  const yearId = chosenYear(actor);
  const kits = await deskKits(db, { franchiseeId, yearId, kitType });
  const prices = await pricesOf(db, kits, todayIst(now));
  const cart = await db
    .selectFrom('order_cart')
    .select(['client_order_id', 'items', 'saved_at'])
    .where('franchisee_id', '=', franchiseeId)
    .where('user_id', '=', userIdOf(actor))
    .where('academic_year_id', '=', yearId)
    .where('kit_type', '=', kitType)
    .executeTakeFirst();
  return {
    rows: kits.map((kit) => ({ ...kit, unitPrice: prices.get(keyOf(kit)) ?? null })),
    credit: await creditOf(db, { franchiseeId, on: todayIst(now), lock: false }),
    cart: cart
      ? {
          clientOrderId: cart.client_order_id,
          items: cart.items as { allocationId: string; qty: number }[],
          savedAt: new Date(cart.saved_at).toISOString(),
        }
      : null,
    can: {
      place: mayCall(actor, contract.place),
      terms: actor.wholeNetwork && mayCall(actor, contract.setTerms),
    },
  };
});

/** A kit whose product has no price stands there without one. */
async function pricesOf(db: Db, kits: readonly DeskKit[], day: string): Promise<Map<string, number>> {
  const prices = new Map<string, number>();
  for (const kit of kits) {
    if (kit.mappingId === null || prices.has(keyOf(kit))) continue;
    try {
      const price = (await pricedKits(db, [kit], day)).get(keyOf(kit));
      if (price) prices.set(keyOf(kit), price.unitPrice);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
  return prices;
}

export const saveCart = handle(contract.saveCart, async ({ db, actor, input, now }) => {
  const savedAt = now.toISOString();
  const kept = {
    client_order_id: input.clientOrderId,
    items: JSON.stringify(input.items),
    saved_at: savedAt,
  };
  await db
    .insertInto('order_cart')
    .values({
      franchisee_id: chosenCentre(actor),
      user_id: userIdOf(actor),
      academic_year_id: chosenYear(actor),
      kit_type: input.kitType,
      ...kept,
    })
    .onConflict((oc) =>
      oc.columns(['franchisee_id', 'user_id', 'academic_year_id', 'kit_type']).doUpdateSet(kept),
    )
    .execute();
  return { savedAt };
});
