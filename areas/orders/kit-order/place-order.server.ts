import { addDays, financialYear, startOfDay, todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { chosenCentre, chosenYear, ensure, ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import { nextNumber } from '@aangan/server/work/numbers.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { openPayment, recordKitTransfer } from '../../finance/public.server.ts';
import { ensureAbility, franchisee } from '../../network/public.server.ts';
import { kitTypeNames, uniformKit } from '../kit-types.ts';
import { ensureCredit } from './credit.server.ts';
import { kitOrderContract as contract } from './kit-order.contract.ts';
import { refuseOrder } from './kit-order.refusals.ts';
import {
  ONLINE_HOLD_MINUTES,
  type OrderStatus,
  type PaymentMode,
  TRANSFER_HOLD_DAYS,
} from './kit-order.states.ts';
import { arrivesOn } from './order-prices.server.ts';
import { ensureQuoted, type Offer, offerOf, type WantedKits } from './quote.server.ts';
import { holdStock, settleOrder, takeAllocation } from './settle-order.server.ts';

export const placeOrder = handle(contract.place, async ({ db, actor, input, now }) => {
  const franchiseeId = chosenCentre(actor);
  const placed = await placedBefore(db, franchiseeId, input.clientOrderId);
  if (placed) return placed;
  await ensureAbility(db, franchiseeId, 'KIT_ORDER', { at: now });
  const wanted = { franchiseeId, yearId: chosenYear(actor), kitType: input.kitType, lines: input.lines };
  // First of all, so that whoever is second waits here and is told which order has the kit.
  await takeAll(db, wanted);
  const offer = await offerOf(db, { ...wanted }, now);
  ensureQuoted(input.quote, { wanted, offer, now });
  ensure(offer.total > 0 || input.paymentMode === 'NIL', () => refuseOrder('order.nil'));
  ensure(offer.total === 0 || input.paymentMode !== 'NIL', () => refuseOrder('order.not-nil'));
  if (input.paymentMode === 'CREDIT') await ensureCredit(db, { franchiseeId, total: offer.total, now });
  const order = await insertOrder(db, {
    wanted,
    offer,
    actor,
    now,
    clientId: input.clientOrderId,
    mode: input.paymentMode,
  });
  await insertLines(db, order.id, { wanted, offer });
  const backordered = await holdStock(db, order, { backorder: input.backorder });
  const paymentId = await askMoney(db, {
    order,
    mode: input.paymentMode,
    total: offer.total,
    actor,
    now,
    reference: input.reference ?? null,
  });
  const which = { franchiseeId, orderId: order.id };
  const atOnce = input.paymentMode === 'CREDIT' || input.paymentMode === 'NIL';
  const status = await settleOrder(db, which, atOnce ? { kind: 'confirmed', at: now } : { kind: 'placed' });
  return { id: order.id, orderNo: order.order_no, status, paymentId, total: offer.total, backordered };
});

/** The order of the same press: what was placed once is answered again. */
export async function placedBefore(db: Db, franchiseeId: number, clientId: string) {
  // Two presses at once: the second waits for the first.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`kit-order ${franchiseeId} ${clientId}`}, 0))`.execute(
    db,
  );
  const { rows } = await sql<{
    id: string;
    orderNo: string;
    status: OrderStatus;
    paymentId: string | null;
    total: number;
    backordered: number;
  }>`select o.id, o.order_no as "orderNo", o.status, case when o.payment_mode = 'ONLINE' then o.payment_id end as "paymentId", o.total_paise as total,
      (select coalesce(sum(r.qty_backordered), 0)::int from stock_reservation r where r.franchisee_id = o.franchisee_id and r.order_id = o.id) as backordered
     from kit_order o where o.franchisee_id = ${franchiseeId} and o.client_id = ${clientId}`.execute(db);
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

export interface NewOrder {
  wanted: Pick<WantedKits, 'franchiseeId' | 'yearId' | 'kitType'>;
  offer: Pick<Offer, 'availability' | 'warehouse' | 'subtotal' | 'tax'>;
  actor: Actor;
  now: Date;
  clientId: string;
  mode: PaymentMode;
}

export async function insertOrder(db: Db, { wanted, offer, actor, now, clientId, mode }: NewOrder) {
  const { franchiseeId } = wanted;
  const today = todayIst(now);
  const fy = financialYear(today);
  const centre = ensureFound(await franchisee(db, franchiseeId));
  const n = await nextNumber(db, { franchiseeId, series: 'kit-order', period: fy.compact });
  const short = offer.availability.filter(({ backordered }) => backordered > 0);
  const ship = short.reduce<string | null>(
    (day, { shipOn }) => (day === null || shipOn === null ? null : shipOn > day ? shipOn : day),
    today,
  );
  return db
    .insertInto('kit_order')
    .values({
      franchisee_id: franchiseeId,
      order_no: `KO/${String(franchiseeId).padStart(3, '0')}/${fy.short}/${String(n).padStart(5, '0')}`,
      client_id: clientId,
      kind: kindOf(wanted.kitType),
      kit_type: wanted.kitType,
      academic_year_id: wanted.yearId,
      payment_mode: mode,
      // As it is now: an order goes where it was meant to go.
      ship_to: JSON.stringify(centre),
      warehouse_id: offer.warehouse.id,
      placed_at: now,
      placed_by: userIdOf(actor),
      hold_until: holdUntil(mode, now),
      subtotal_paise: offer.subtotal,
      tax_paise: offer.tax,
      promised_on: ship === null ? null : arrivesOn(ship, offer.warehouse.sameState),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Online 30 minutes, a transfer to the end of its seventh day. */
function holdUntil(mode: PaymentMode, now: Date): Date | null {
  if (mode === 'ONLINE') return new Date(now.getTime() + ONLINE_HOLD_MINUTES * 60_000);
  if (mode === 'BANK_TRANSFER') return startOfDay(addDays(todayIst(now), TRANSFER_HOLD_DAYS + 1));
  return null;
}

async function insertLines(db: Db, orderId: string, { wanted, offer }: Placing): Promise<void> {
  const { franchiseeId } = wanted;
  for (const { kit, qty } of [...offer.lines].sort((a, b) =>
    a.kit.allocationId < b.kit.allocationId ? -1 : 1,
  )) {
    const taken = await takeAllocation(db, { franchiseeId, allocationId: kit.allocationId, qty });
    ensure(taken, () =>
      refuseOrder('order.already-ordered', {
        details: { child: kit.whom, kit: kitTypeNames[kit.kitType] ?? kit.kitType, no: kit.orderNo ?? '–' },
      }),
    );
  }
  const made = await db
    .insertInto('kit_order_line')
    .values(
      offer.lines.map(({ kit, qty, unitPrice, taxable, tax }, i) => ({
        franchisee_id: franchiseeId,
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
    )
    .returning(['id', 'line_no'])
    .execute();
  const lineOf = new Map(made.map(({ id, line_no }) => [line_no, id]));
  await db
    .insertInto('order_component')
    .values(
      offer.lines.flatMap(({ components }, i) =>
        components.map((component) => ({
          franchisee_id: franchiseeId,
          order_id: orderId,
          line_id: ensureFound(lineOf.get(i + 1)),
          product_id: component.productId,
          qty: component.qty,
          hsn: component.hsn,
          rate_bp: component.rateBp,
          taxable_paise: component.taxable,
          tax_paise: component.tax,
        })),
      ),
    )
    .execute();
}

interface Asking {
  order: { franchisee_id: number; id: string; order_no: string };
  mode: PaymentMode;
  total: number;
  actor: Actor;
  now: Date;
  reference: string | null;
}

/** The payment that finance waits for. Answers its id where it is paid online. */
export async function askMoney(
  db: Db,
  { order, mode, total, actor, now, reference }: Asking,
): Promise<string | null> {
  if (mode !== 'ONLINE' && mode !== 'BANK_TRANSFER') return null;
  const of = {
    franchiseeId: order.franchisee_id,
    subjectKind: 'kit-order',
    subjectId: order.id,
    amountPaise: total,
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
          reference,
          payerName: actor.name,
          maker: userIdOf(actor),
          on: todayIst(now),
        });
  await db
    .updateTable('kit_order')
    .set({ payment_id: paymentId })
    .where('franchisee_id', '=', order.franchisee_id)
    .where('id', '=', order.id)
    .execute();
  return mode === 'ONLINE' ? paymentId : null;
}
