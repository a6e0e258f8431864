import { randomUUID } from 'node:crypto';
import { addDays, financialYear, startOfDay, todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { chosenCentre, chosenYear, ensure, ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import { insertMany } from '@aangan/server/work/insert-many.ts';
import { nextNumber } from '@aangan/server/work/numbers.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { openPayment, recordKitTransfer } from '../../finance/public.server.ts';
import { ensureAbility, franchisee } from '../../network/public.server.ts';
import { kitTypeNames, uniformKit } from '../kit-types.ts';
import { ensureInStock } from '../stock/reserve-stock.server.ts';
import { overCredit } from './credit.server.ts';
import { kitOrderContract as contract } from './kit-order.contract.ts';
import { refuseOrder } from './kit-order.refusals.ts';
import {
  ONLINE_HOLD_MINUTES,
  type OrderStatus,
  type PaymentMode,
  TRANSFER_HOLD_DAYS,
} from './kit-order.states.ts';
import { type Offer, offerOf, quotedText, type WantedKits } from './quote.server.ts';
import { ensureQuoted, type OfferFacts, promiseOf } from './quoted.server.ts';
import { holdPieces, settleOrder, takeAllocations } from './settle-order.server.ts';

export const placeOrder = handle(contract.place, async ({ db, actor, input, now }) => {
  const franchiseeId = chosenCentre(actor);
  const placed = await placedBefore(db, franchiseeId, input.clientOrderId);
  if (placed) return placed;
  await ensureAbility(db, franchiseeId, 'KIT_ORDER', { at: now });
  const wanted = { franchiseeId, yearId: chosenYear(actor), kitType: input.kitType, lines: input.lines };
  // First of all, so that whoever is second waits here and is told which order has the kit.
  await takeAll(db, wanted);
  const offer = await offerOf(db, { ...wanted }, now);
  ensureQuoted(input.quote, quotedText(wanted, offer), now);
  ensure(offer.total > 0 || input.paymentMode === 'NIL', () => refuseOrder('order.nil'));
  ensure(offer.total === 0 || input.paymentMode !== 'NIL', () => refuseOrder('order.not-nil'));
  const waits = await waitsForOffice(db, { franchiseeId, total: offer.total, now, ...input });
  const order = await insertOrder(db, {
    wanted,
    offer,
    backorder: input.backorder,
    actor,
    now,
    clientId: input.clientOrderId,
    mode: input.paymentMode,
    waits,
    reference: input.reference ?? null,
  });
  const pieces = await insertLines(db, order.id, { wanted, offer });
  const backordered = await holdPieces(db, order, pieces, { backorder: input.backorder });
  const status = await beginOrder(db, order, { mode: input.paymentMode, waits, now });
  return {
    id: order.id,
    orderNo: order.order_no,
    status,
    paymentId: toPay(order),
    total: offer.total,
    backordered,
  };
});

interface CreditAsked {
  franchiseeId: number;
  total: number;
  now: Date;
  paymentMode: PaymentMode;
  askOffice?: boolean | undefined;
}

/** Whether an order on credit waits for head office; refuses what is above the credit where that is not asked for. */
export async function waitsForOffice(
  db: Db,
  { paymentMode, askOffice = false, ...order }: CreditAsked,
): Promise<boolean> {
  const over = paymentMode === 'CREDIT' ? await overCredit(db, order) : null;
  if (over && !(over.mayAsk && askOffice)) throw over.refusal;
  return over !== null;
}

/** What is on credit within its limit, or costs nothing, is confirmed as it is placed; the rest waits for its money. */
export const beginOrder = async (
  db: Db,
  order: { franchisee_id: number; id: string },
  { mode, waits = false, now }: { mode: PaymentMode; waits?: boolean; now: Date },
): Promise<OrderStatus> =>
  (mode === 'CREDIT' && !waits) || mode === 'NIL'
    ? settleOrder(
        db,
        { franchiseeId: order.franchisee_id, orderId: order.id },
        { kind: 'confirmed', at: now },
      )
    : 'PENDING';

/** The order of the same press: what was placed once is answered again. */
export async function placedBefore(db: Db, franchiseeId: number, clientId: string) {
  // Two presses at once: the second waits for the first. Sent together, the question still follows the lock.
  const locked =
    sql`select pg_advisory_xact_lock(hashtextextended(${`kit-order ${franchiseeId} ${clientId}`}, 0))`.execute(
      db,
    );
  const asked = sql<{
    id: string;
    orderNo: string;
    status: OrderStatus;
    paymentId: string | null;
    total: number;
    backordered: number;
  }>`select o.id, o.order_no as "orderNo", o.status, case when o.payment_mode = 'ONLINE' then o.payment_id end as "paymentId", o.total_paise as total,
      (select coalesce(sum(r.qty_backordered), 0)::int from stock_reservation r where r.franchisee_id = o.franchisee_id and r.order_id = o.id) as backordered
     from kit_order o where o.franchisee_id = ${franchiseeId} and o.client_id = ${clientId}`.execute(db);
  const [, { rows }] = await Promise.all([locked, asked]);
  return rows[0];
}

async function takeAll(db: Db, { franchiseeId, lines }: WantedKits): Promise<void> {
  const sorted = [...lines].sort((a, b) => (a.allocationId < b.allocationId ? -1 : 1));
  await sql`select from kit_allocation where franchisee_id = ${franchiseeId} and id = any (${sorted.map((line) => line.allocationId)}::uuid[])
    order by id for update`.execute(db);
}

interface Placing {
  wanted: WantedKits;
  offer: Offer;
}

const kindOf = (kitType: string) =>
  kitType === uniformKit.id
    ? ('UNIFORM' as const)
    : kitType === 'SAMPLE_KIT'
      ? ('SAMPLE' as const)
      : kitType === 'WOW_KIT'
        ? ('WOW' as const)
        : ('STUDENT' as const);

/**
 * The head of an order of what was offered. Where nothing may be back-ordered, who comes too late is told so before anything is
 * written, and once more after the wait for the number: of fifty who want the last piece, the others hold the number for a
 * moment and not for a whole order. Who has the piece is decided under the lock of the stock, as always.
 */
export async function insertOrder(
  db: Db,
  {
    wanted,
    offer,
    backorder,
    actor,
    now,
    clientId,
    mode,
    waits,
    reference,
  }: {
    wanted: Pick<WantedKits, 'franchiseeId' | 'yearId' | 'kitType'>;
    offer: OfferFacts;
    backorder: boolean;
  } & Pick<NewOrder, 'actor' | 'now' | 'clientId' | 'mode' | 'waits' | 'reference'>,
) {
  const { warehouse, needed, availability } = offer;
  const stillThere = () => ensureInStock(db, { warehouseId: warehouse.id, needed });
  if (!backorder && availability.some(({ backordered }) => backordered > 0)) await stillThere();
  const order = await writeOrder(db, {
    franchiseeId: wanted.franchiseeId,
    actor,
    now,
    clientId,
    kind: kindOf(wanted.kitType),
    kitType: wanted.kitType,
    yearId: wanted.yearId,
    mode,
    waits,
    reference,
    warehouseId: warehouse.id,
    subtotal: offer.subtotal,
    tax: offer.tax,
    promisedOn: promiseOf(offer, todayIst(now)),
  });
  if (!backorder) await stillThere();
  return order;
}

export interface NewOrder {
  franchiseeId: number;
  actor: Actor;
  now: Date;
  /** Of the press: the same one is the same order. */
  clientId: string;
  kind: 'STUDENT' | 'SAMPLE' | 'UNIFORM' | 'WOW' | 'REPLACEMENT' | 'RE_ORDER';
  kitType: string;
  yearId: number;
  mode: PaymentMode;
  /** Above the credit limit: held until head office decides. */
  waits?: boolean | undefined;
  /** Of a transfer, as the bank shows it; it may follow later. */
  reference: string | null;
  warehouseId: string;
  subtotal: number;
  tax: number;
  promisedOn: string | null;
  more?: { parent_order_id: string; claim_id: string | null; replaces_shipment_id: string | null };
}

/**
 * The head of an order under its number, PENDING, with the payment it waits for; lines and stock follow in the same
 * transaction. The payment comes first: who waits for the number, or for the stock, does not wait for it.
 */
export async function writeOrder(db: Db, order: NewOrder) {
  const { franchiseeId, mode, now } = order;
  const fy = financialYear(todayIst(now));
  const id = randomUUID();
  const paymentId = await askMoney(db, order, id);
  const centre = ensureFound(await franchisee(db, franchiseeId));
  const n = await nextNumber(db, { franchiseeId, series: 'kit-order', period: fy.compact });
  return db
    .insertInto('kit_order')
    .values({
      franchisee_id: franchiseeId,
      id,
      order_no: `KO/${String(franchiseeId).padStart(3, '0')}/${fy.short}/${String(n).padStart(5, '0')}`,
      client_id: order.clientId,
      kind: order.kind,
      kit_type: order.kitType,
      academic_year_id: order.yearId,
      payment_mode: mode,
      payment_id: paymentId,
      // As it is now: an order goes where it was meant to go.
      ship_to: JSON.stringify(centre),
      warehouse_id: order.warehouseId,
      placed_at: now,
      placed_by: userIdOf(order.actor),
      hold_until: holdUntil(order.waits ? 'BANK_TRANSFER' : mode, now),
      subtotal_paise: order.subtotal,
      tax_paise: order.tax,
      promised_on: order.promisedOn,
      ...order.more,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Online 30 minutes; a transfer, and what waits for head office, to the end of the seventh day. */
function holdUntil(mode: PaymentMode, now: Date): Date | null {
  if (mode === 'ONLINE') return new Date(now.getTime() + ONLINE_HOLD_MINUTES * 60_000);
  if (mode === 'BANK_TRANSFER') return startOfDay(addDays(todayIst(now), TRANSFER_HOLD_DAYS + 1));
  return null;
}

/** The lines with what they are made of; answers the pieces that are kept in stock. */
async function insertLines(db: Db, orderId: string, { wanted, offer }: Placing) {
  const { franchiseeId } = wanted;
  const taken = await takeAllocations(db, {
    franchiseeId,
    wanted: offer.lines.map(({ kit, qty }) => ({ allocationId: kit.allocationId, qty })),
  });
  for (const { kit } of offer.lines)
    ensure(taken.has(kit.allocationId), () =>
      refuseOrder('order.already-ordered', {
        details: { child: kit.whom, kit: kitTypeNames[kit.kitType] ?? kit.kitType, no: kit.orderNo ?? '–' },
      }),
    );
  const made = offer.lines.map((line) => ({ ...line, id: randomUUID() }));
  const lines = insertMany(
    db,
    'kit_order_line',
    made.map(({ id, kit, qty, unitPrice, taxable, tax }, i) => ({
      franchisee_id: franchiseeId,
      id,
      order_id: orderId,
      line_no: i + 1,
      mapping_id: kit.mappingId,
      allocation_id: kit.allocationId,
      enrolment_id: kit.enrolmentId,
      student_id: kit.studentId,
      class_id: kit.classId,
      gender: kit.gender,
      qty_ordered: qty,
      unit_price_paise: unitPrice,
      taxable_paise: taxable,
      tax_paise: tax,
    })),
  );
  const parts = insertMany(
    db,
    'order_component',
    made.flatMap(({ id, components }) =>
      components.map((component) => ({
        franchisee_id: franchiseeId,
        order_id: orderId,
        line_id: id,
        product_id: component.productId,
        qty: component.qty,
        hsn: component.hsn,
        rate_bp: component.rateBp,
        taxable_paise: component.taxable,
        tax_paise: component.tax,
      })),
    ),
  );
  await Promise.all([lines, parts]);
  return made.flatMap(({ id, components }) =>
    components.filter(({ tracked }) => tracked).map(({ productId, qty }) => ({ lineId: id, productId, qty })),
  );
}

/** The payment that finance waits for, of an order with this id; null where no money is asked. */
async function askMoney(db: Db, order: NewOrder, orderId: string): Promise<string | null> {
  const { mode, actor } = order;
  if (mode !== 'ONLINE' && mode !== 'BANK_TRANSFER') return null;
  const of = {
    franchiseeId: order.franchiseeId,
    subjectKind: 'kit-order',
    subjectId: orderId,
    amountPaise: order.subtotal + order.tax,
  };
  const { paymentId } =
    mode === 'ONLINE'
      ? await openPayment(db, {
          ...of,
          purpose: 'KIT_ORDER',
          referenceType: null,
          feeAccountId: null,
          mode: 'ONLINE',
          payer: { name: actor.name, mobile: null, email: null },
          channel: 'APP',
        })
      : await recordKitTransfer(db, {
          ...of,
          reference: order.reference,
          payerName: actor.name,
          maker: userIdOf(actor),
          on: todayIst(order.now),
        });
  return paymentId;
}

/** The payment to go on with; a transfer is paid at the bank. */
export const toPay = (order: { payment_mode: string; payment_id: string | null }): string | null =>
  order.payment_mode === 'ONLINE' ? order.payment_id : null;
