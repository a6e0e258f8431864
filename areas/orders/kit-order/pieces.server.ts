// Orders of pieces, where no kit and no allocation says what: uniforms of indents, and what of a WOW kit was approved.
import { type Day, todayIst } from '@aangan/contract/period.ts';
import { type Paise, paise, sumPaise } from '@aangan/money/paise.ts';
import { taxOn } from '@aangan/money/tax.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { ensureAbility } from '../../network/public.server.ts';
import { priceOfDay, rateOfDay } from '../catalogue/price-of-day.ts';
import { refuseOrder } from './kit-order.refusals.ts';
import type { PaymentMode } from './kit-order.states.ts';
import { availabilityOf, warehouseFor } from './order-prices.server.ts';
import { beginOrder, insertOrder, toPay, waitsForOffice } from './place-order.server.ts';
import { ensureQuoted, type OfferFacts, quoteOf } from './quoted.server.ts';
import { holdStock } from './settle-order.server.ts';

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

interface PieceOffer extends OfferFacts {
  readonly lines: readonly OfferedPiece[];
}

type Priced = Omit<OfferedPiece, 'qty' | 'unitPrice' | 'taxable' | 'tax'> & { price: number | null };

/** Products with the price and GST rate of a day. */
async function pricedProducts(db: Db, ids: readonly string[], day: Day): Promise<Map<string, Priced>> {
  const { rows } = await sql<Priced>`
    select p.id as "productId", p.name as product, p.size_code as "sizeCode", p.hsn, p.tracks_stock as tracked, x.price_paise as price,
      ${rateOfDay(day)} as "rateBp"
      from product p left join ${priceOfDay(day)}
     where p.id = any (${[...ids]}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.productId, row]));
}

/** What pieces cost now and what of them is there, one line a product. Refuses a product without a price. */
async function offerPieces(db: Db, wanted: WantedPieces, now: Date): Promise<PieceOffer> {
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
    needed,
  };
}

const quotedText = ({ franchiseeId, yearId, kitType }: WantedPieces, offer: PieceOffer) => [
  'piece-quote',
  franchiseeId,
  yearId,
  kitType,
  offer.lines
    .map(({ productId, qty, taxable, tax }) => [productId, qty, taxable, tax])
    .sort((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1)),
];

/** An offer as somebody is shown it before they order, with its signature. */
export async function quotePieces(db: Db, wanted: WantedPieces, now: Date) {
  const offer = await offerPieces(db, wanted, now);
  const lines = offer.lines.map(({ productId, product, qty, unitPrice, taxable, tax }) => ({
    productId,
    product,
    qty,
    unitPrice,
    taxable,
    tax,
  }));
  const { franchiseeId } = wanted;
  return { lines, ...(await quoteOf(db, { franchiseeId, offer, quoted: quotedText(wanted, offer), now })) };
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
  ensureQuoted(quote, quotedText(wanted, offer), now);
  ensure(offer.total > 0 || mode === 'NIL', () => refuseOrder('order.nil'));
  ensure(offer.total === 0 || mode !== 'NIL', () => refuseOrder('order.not-nil'));
  const waits = await waitsForOffice(db, {
    franchiseeId,
    total: offer.total,
    now,
    paymentMode: mode,
    askOffice,
  });
  const order = await insertOrder(db, {
    wanted,
    offer,
    backorder,
    actor,
    now,
    clientId,
    mode,
    waits,
    reference,
  });
  await insertPieces(db, order, offer);
  const backordered = await holdStock(db, order, { backorder });
  const status = await beginOrder(db, order, { mode, waits, now });
  return {
    id: order.id,
    orderNo: order.order_no,
    status,
    paymentId: toPay(order),
    total: offer.total,
    backordered,
  };
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
