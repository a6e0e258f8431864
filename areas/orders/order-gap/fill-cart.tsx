import { call } from '@aangan/web/api/call.ts';
import { kitOrderContract } from '../kit-order/kit-order.contract.ts';
import { clientOrderId, keepTicks, keptTicks } from '../kit-order/order-cart.tsx';
import type { MappedKitType } from '../kit-types.ts';

/** Ticks at the desk every child of the class who may be ordered for; what is ticked there already stays. Answers how many it added. */
export async function fillCart({
  franchiseeId,
  kitType,
  classId,
}: {
  franchiseeId: number;
  kitType: MappedKitType;
  classId: number;
}): Promise<number> {
  const place = { franchiseeId, kitType };
  const desk = await call(kitOrderContract.desk, { kitType });
  const kept = await keptTicks(place);
  const known = kept.size > 0 ? kept : new Set(desk.cart?.items.map(({ allocationId }) => allocationId));
  const ready = desk.rows.filter((row) => row.status === 'ALLOCATED' && row.left > 0);
  const added = ready.filter((row) => row.classId === classId && !known.has(row.allocationId));
  const ticked = [...ready.filter((row) => known.has(row.allocationId)), ...added];
  await keepTicks(place, ticked);
  await call(kitOrderContract.saveCart, {
    kitType,
    clientOrderId: await clientOrderId(place),
    items: ticked.map(({ allocationId, left }) => ({ allocationId, qty: left })),
  });
  return ready.filter((row) => row.classId === classId).length;
}
