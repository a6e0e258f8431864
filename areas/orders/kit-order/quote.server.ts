import { todayIst } from '@aangan/contract/period.ts';
import { type Paise, sumPaise } from '@aangan/money/paise.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { chosenCentre, chosenYear, ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { kitTypeNames } from '../kit-types.ts';
import { kitOrderContract as contract } from './kit-order.contract.ts';
import { refuseOrder } from './kit-order.refusals.ts';
import {
  availabilityOf,
  type DeskKit,
  deskKits,
  keyOf,
  type PricedKit,
  pricedKits,
  warehouseFor,
} from './order-prices.server.ts';
import { type OrderedComponent, taxableOfKit, taxedKits, taxOfKit } from './order-tax.ts';
import { type OfferFacts, quoteOf } from './quoted.server.ts';

export interface WantedKits {
  readonly franchiseeId: number;
  readonly yearId: number;
  readonly kitType: string;
  readonly lines: readonly { allocationId: string; qty: number }[];
}

type OfferedComponent = OrderedComponent<PricedKit['components'][number]>;

export interface OfferedLine {
  readonly kit: DeskKit;
  readonly qty: number;
  readonly unitPrice: Paise;
  readonly taxable: Paise;
  readonly tax: Paise;
  /** Of all kits of the line. */
  readonly components: readonly OfferedComponent[];
}

export interface Offer extends OfferFacts {
  readonly lines: readonly OfferedLine[];
}

/** What these kits cost now and what of them is there. Refuses a child that is not entitled, with the reason. */
export async function offerOf(db: Db, wanted: WantedKits, now: Date): Promise<Offer> {
  const { franchiseeId, kitType } = wanted;
  const day = todayIst(now);
  const ids = wanted.lines.map(({ allocationId }) => allocationId);
  const kits = new Map((await deskKits(db, { ...wanted, ids })).map((kit) => [kit.allocationId, kit]));
  ensure(new Set(ids).size === ids.length, () => refuseOrder('order.quote-changed'));
  const chosen = wanted.lines.map(({ allocationId, qty }) => ({
    kit: ensureFound(kits.get(allocationId)),
    qty,
  }));
  for (const { kit, qty } of chosen) ensureOrderable(kit, qty);
  const prices = await pricedKits(
    db,
    chosen.map(({ kit }) => kit),
    day,
  );
  const lines: OfferedLine[] = [];
  // Tax is computed over all kits of one price together, so the order's total is what the invoice will say.
  for (const key of new Set(chosen.map(({ kit }) => keyOf(kit)))) {
    const own = chosen.filter(({ kit }) => keyOf(kit) === key);
    const { components, unitPrice } = ensureFound(prices.get(key));
    const taxed = taxedKits(
      components,
      own.reduce((sum, { qty }) => sum + qty, 0),
    );
    for (const { kit, qty } of own) {
      const mine = taxed.splice(0, qty);
      lines.push({
        kit,
        qty,
        unitPrice,
        taxable: sumPaise(mine.map(taxableOfKit)),
        tax: sumPaise(mine.map(taxOfKit)),
        components: together(mine),
      });
    }
  }
  const warehouse = await warehouseFor(db, franchiseeId, kitType, day);
  const needed = new Map<string, number>();
  for (const { components } of lines)
    for (const { productId, qty, tracked } of components)
      if (tracked) needed.set(productId, (needed.get(productId) ?? 0) + qty);
  const subtotal = sumPaise(lines.map(({ taxable }) => taxable));
  const tax = sumPaise(lines.map((line) => line.tax));
  return {
    lines,
    subtotal,
    tax,
    total: subtotal + tax,
    warehouse,
    availability: [...(await availabilityOf(db, warehouse.id, needed)).values()],
    needed,
  };
}

function ensureOrderable(kit: DeskKit, qty: number): void {
  const kitName = kitTypeNames[kit.kitType] ?? kit.kitType;
  if (kit.left < qty)
    throw refuseOrder('order.already-ordered', {
      details: { child: kit.whom, kit: kitName, no: kit.orderNo ?? '–' },
    });
  const [reason] = kit.reasons;
  if (reason !== undefined)
    throw refuseOrder('order.not-eligible', { details: { child: kit.whom, reason: kit.reasons.join('; ') } });
}

/** The components of some kits, one row a product. */
function together(kits: readonly (readonly OfferedComponent[])[]): OfferedComponent[] {
  const rows = new Map<string, OfferedComponent>();
  for (const component of kits.flat()) {
    const known = rows.get(component.productId);
    rows.set(
      component.productId,
      known
        ? {
            ...known,
            qty: known.qty + component.qty,
            taxable: sumPaise([known.taxable, component.taxable]),
            tax: sumPaise([known.tax, component.tax]),
          }
        : component,
    );
  }
  return [...rows.values()];
}

/** What the signature of a quote stands for. */
export const quotedText = (wanted: WantedKits, offer: Offer) => [
  'kit-quote',
  wanted.franchiseeId,
  wanted.yearId,
  wanted.kitType,
  offer.lines
    .map(({ kit, qty, taxable, tax }) => [kit.allocationId, qty, taxable, tax])
    .sort((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1)),
];

export const quoteOrder = handle(contract.quote, async ({ db, actor, input, now }) => {
  const franchiseeId = chosenCentre(actor);
  const wanted = { franchiseeId, yearId: chosenYear(actor), ...input };
  const offer = await offerOf(db, wanted, now);
  const lines = offer.lines.map(({ kit, qty, unitPrice, taxable, tax }) => ({
    allocationId: kit.allocationId,
    whom: kit.whom,
    qty,
    unitPrice,
    taxable,
    tax,
  }));
  return { lines, ...(await quoteOf(db, { franchiseeId, offer, quoted: quotedText(wanted, offer), now })) };
});
