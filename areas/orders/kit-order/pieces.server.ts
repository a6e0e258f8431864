// Orders of pieces, where no kit and no allocation says what: uniforms of indents, and what of a WOW kit was approved.
import { type Day, todayIst } from '@aangan/contract/period.ts';
import { type Paise, paise, sumPaise } from '@aangan/money/paise.ts';
import { taxOn } from '@aangan/money/tax.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import { isSigned, sign } from '@aangan/server/work/seal.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { ensureAbility } from '../../network/public.server.ts';
import { creditOf } from './credit.server.ts';
import { refuseOrder } from './kit-order.refusals.ts';
import { type PaymentMode, QUOTE_MINUTES } from './kit-order.states.ts';
import { type Availability, arrivesOn, availabilityOf, warehouseFor } from './order-prices.server.ts';
import { askMoney, firstEvent, insertOrder, waitsForOffice } from './place-order.server.ts';
import { holdStock, settleOrder } from './settle-order.server.ts';

export interface WantedPieces {
  readonly franchiseeId: number;
  readonly yearId: number;
  readonly kitType: string;
  readonly pieces: readonly { productId: string; qty: number }[];
}

interface OfferedPiece {
  productId: string;
  product: string;
  sizeCode: string | null;
  hsn: string;
  rateBp: number;
  tracked: boolean;
  qty: number;
  unitPrice: Paise;
  taxable: Paise;
  tax: Paise;
}

export interface PieceOffer {
  readonly lines: readonly OfferedPiece[];
  readonly subtotal: Paise;
  readonly tax: Paise;
  readonly total: number;
  readonly warehouse: { id: string; sameState: boolean };
  readonly availability: readonly Availability[];
}

type Priced = Omit<OfferedPiece, 'qty' | 'unitPrice' | 'taxable' | 'tax'> & { price: number | null };

/** Products with the price and GST rate of a day. */
async function pricedProducts(db: Db, ids: readonly string[], day: Day): Promise<Map<string, Priced>> {
  const { rows } = await sql<Priced>`
    select p.id as "productId", p.name as product, p.size_code as "sizeCode", p.hsn, p.tracks_stock as tracked, x.price_paise as price,
      coalesce((select r.rate_bp from hsn_rate r where p.hsn like r.hsn_prefix || '%' and r.from_on <= ${day}::date
        and (r.unit_value_to_paise is null or coalesce(x.price_paise, 0) <= r.unit_value_to_paise)
        order by length(r.hsn_prefix) desc, r.from_on desc, r.unit_value_to_paise nulls last limit 1), 0) as "rateBp"
      from product p left join lateral (select y.price_paise from product_price y where y.product_id = p.id and y.from_on <= ${day}::date
        order by y.from_on desc limit 1) x on true
     where p.id = any (${[...ids]}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.productId, row]));
}

/** What pieces cost now and what of them is there, one line a product. Refuses a product without a price. */
export async function offerPieces(db: Db, wanted: WantedPieces, now: Date): Promise<PieceOffer> {
  const day = todayIst(now);
  const qtyOf = new Map<string, number>();
  for (const { productId, qty } of wanted.pieces) qtyOf.set(productId, (qtyOf.get(productId) ?? 0) + qty);
  const products = await pricedProducts(db, [...qtyOf.keys()], day);
  const lines = [...qtyOf].map(([productId, qty]): OfferedPiece => {
    const { price, ...product } = ensureFound(products.get(productId));
    if (price === null) throw refuseOrder('order.no-price', { details: { product: product.product } });
    const taxable = paise(price * qty);
    return { ...product, qty, unitPrice: paise(price), taxable, tax: taxOn(taxable, product.rateBp) };
  });
  lines.sort((a, b) => a.product.localeCompare(b.product) || (a.productId < b.productId ? -1 : 1));
  const warehouse = await warehouseFor(db, wanted.franchiseeId, wanted.kitType, day);
  const needed = new Map(
    lines.filter(({ tracked }) => tracked).map(({ productId, qty }) => [productId, qty]),
  );
  const subtotal = sumPaise(lines.map(({ taxable }) => taxable));
  const tax = sumPaise(lines.map((line) => line.tax));
  return {
    lines,
    subtotal,
    tax,
    total: subtotal + tax,
    warehouse,
    availability: [...(await availabilityOf(db, warehouse.id, needed)).values()],
  };
}

const textOf = ({ franchiseeId, yearId, kitType }: WantedPieces, offer: PieceOffer, validUntil: string) =>
  JSON.stringify([
    'piece-quote',
    franchiseeId,
    yearId,
    kitType,
    offer.lines
      .map(({ productId, qty, taxable, tax }) => [productId, qty, taxable, tax])
      .sort((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1)),
    validUntil,
  ]);

/** An offer as somebody is shown it before they order, with its signature. */
export async function quotePieces(db: Db, wanted: WantedPieces, now: Date) {
  const offer = await offerPieces(db, wanted, now);
  const today = todayIst(now);
  const credit = await creditOf(db, { franchiseeId: wanted.franchiseeId, on: today, lock: false });
  const short = offer.availability.filter(({ backordered }) => backordered > 0);
  const last = short.some(({ shipOn }) => shipOn === null)
    ? null
    : short.reduce((day, { shipOn }) => (shipOn !== null && shipOn > day ? shipOn : day), today);
  const validUntil = new Date(now.getTime() + QUOTE_MINUTES * 60_000).toISOString();
  return {
    lines: offer.lines.map(({ productId, product, qty, unitPrice, taxable, tax }) => ({
      productId,
      product,
      qty,
      unitPrice,
      taxable,
      tax,
    })),
    subtotal: offer.subtotal,
    tax: offer.tax,
    total: offer.total,
    short,
    promisedOn: last === null ? null : arrivesOn(last, offer.warehouse.sameState),
    credit: credit === null ? null : { ...credit, after: credit.exposure + offer.total },
    quote: `${validUntil}|${sign(textOf(wanted, offer, validUntil))}`,
  };
}

export interface Placing {
  readonly clientId: string;
  readonly quote: string;
  readonly mode: PaymentMode;
  readonly backorder: boolean;
  readonly askOffice: boolean;
  readonly reference: string | null;
  readonly actor: Actor;
  readonly now: Date;
}

/** Orders what was quoted. Whether it is the same press again is asked before (`placedBefore`). */
export async function placePieces(
  db: Db,
  wanted: WantedPieces,
  { clientId, quote, mode, backorder, askOffice, reference, actor, now }: Placing,
) {
  const { franchiseeId } = wanted;
  await ensureAbility(db, franchiseeId, 'KIT_ORDER', { at: now });
  const offer = await offerPieces(db, wanted, now);
  const [validUntil = '', signature = ''] = quote.split('|');
  ensure(
    Date.parse(validUntil) >= now.getTime() && isSigned(textOf(wanted, offer, validUntil), signature),
    () => refuseOrder('order.quote-changed'),
  );
  ensure(offer.total > 0 || mode === 'NIL', () => refuseOrder('order.nil'));
  ensure(offer.total === 0 || mode !== 'NIL', () => refuseOrder('order.not-nil'));
  const waits = await waitsForOffice(db, {
    franchiseeId,
    total: offer.total,
    now,
    paymentMode: mode,
    askOffice,
  });
  const order = await insertOrder(db, { wanted, offer, actor, now, clientId, mode, waits });
  await insertPieces(db, order, offer);
  const backordered = await holdStock(db, order, { backorder });
  const paymentId = await askMoney(db, { order, mode, total: offer.total, actor, now, reference });
  const status = await settleOrder(db, { franchiseeId, orderId: order.id }, firstEvent(mode, { waits, now }));
  return { id: order.id, orderNo: order.order_no, status, paymentId, total: offer.total, backordered };
}

async function insertPieces(
  db: Db,
  order: { franchisee_id: number; id: string },
  { lines }: PieceOffer,
): Promise<void> {
  const of = { franchisee_id: order.franchisee_id, order_id: order.id };
  const made = await db
    .insertInto('kit_order_line')
    .values(
      lines.map((line, i) => ({
        ...of,
        line_no: i + 1,
        product_id: line.productId,
        size_code: line.sizeCode,
        qty_ordered: line.qty,
        unit_price_paise: line.unitPrice,
        taxable_paise: line.taxable,
        tax_paise: line.tax,
      })),
    )
    .returning(['id', 'line_no'])
    .execute();
  const lineOf = new Map(made.map(({ id, line_no }) => [line_no, id]));
  await db
    .insertInto('order_component')
    .values(
      lines.map((line, i) => ({
        ...of,
        line_id: ensureFound(lineOf.get(i + 1)),
        product_id: line.productId,
        qty: line.qty,
        hsn: line.hsn,
        rate_bp: line.rateBp,
        taxable_paise: line.taxable,
        tax_paise: line.tax,
      })),
    )
    .execute();
}
