// Replacements (areas/orders.md 3.10): free of an approved claim or of a parcel that never arrived, paid where the centre caused it.
import { refuse } from '@aangan/contract/refusal.ts';
import { type Paise, paise, sumPaise } from '@aangan/money/paise.ts';
import { taxOn } from '@aangan/money/tax.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensure } from '@aangan/server/work/ensure.ts';
import { lockRow, moveStatus, type RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { ensureAbility } from '../../network/public.server.ts';
import { overCredit } from '../kit-order/credit.server.ts';
import { beginOrder, toPay, writeOrder } from '../kit-order/place-order.server.ts';
import { holdStock } from '../kit-order/settle-order.server.ts';
import { refuseClaim } from './claim.refusals.ts';
import { waitsForCredit } from './credit-claim.server.ts';
import { lockFailedParcel } from './credit-parcel.server.ts';
import { claimStates } from './damage-claim.states.ts';
import { reOrderContract as contract, type reOrderModes } from './re-order.contract.ts';

type Order = RowIn<'kit_order'>;
type Claim = RowIn<'damage_claim'>;

interface Wanted {
  lineId: string;
  /** null: whole kits. */
  productId: string | null;
  qty: number;
}

export const reOrderFree = handle(contract.free, async ({ db, actor, input, now }) => {
  const claim = input.source === 'CLAIM' ? await lockRow(db, 'damage_claim', input.id) : null;
  ensure(claim?.fault !== 'CENTRE', () => refuseClaim('claim.not-free'));
  ensure(claim === null || !waitsForCredit(claim), () => refuseClaim('claim.credit-waits'));
  if (claim) {
    const order = await lockRow(db, 'kit_order', claim.order_id);
    return replace(db, { actor, now, claim, order, wanted: await approvedOf(db, claim), mode: null });
  }
  const { order, parcel } = await lockFailedParcel(db, input.id);
  const wanted = await inParcel(db, parcel);
  return replace(db, { actor, now, claim: null, parcel, order, wanted, mode: null });
});

export const reOrderPaid = handle(contract.paid, async ({ db, actor, input, now }) => {
  const claim = await lockRow(db, 'damage_claim', input.id);
  ensure(claim.fault === 'CENTRE', () => refuseClaim('claim.free'));
  const order = await lockRow(db, 'kit_order', claim.order_id);
  await ensureAbility(db, order.franchisee_id, 'KIT_ORDER', { at: now });
  const wanted = await approvedOf(db, claim);
  return replace(db, { actor, now, claim, order, wanted, mode: input.paymentMode });
});

interface Replacing {
  actor: Actor;
  now: Date;
  claim: Claim | null;
  /** The failed parcel that is sent again. */
  parcel?: RowIn<'shipment'>;
  order: Order;
  wanted: readonly Wanted[];
  /** null: free. */
  mode: keyof typeof reOrderModes | null;
}

async function replace(db: Db, { actor, now, claim, parcel, order, wanted, mode }: Replacing) {
  ensure(wanted.length > 0, () => refuseClaim('claim.nothing-to-order'));
  const lines = await replacedLines(db, order, { wanted, free: mode === null });
  const subtotal = sumPaise(lines.flatMap(({ components }) => components.map((one) => one.taxable)));
  const tax = sumPaise(lines.flatMap(({ components }) => components.map((one) => one.tax)));
  const total = subtotal + tax;
  if (mode === 'CREDIT') {
    const over = await overCredit(db, { franchiseeId: order.franchisee_id, total, now });
    if (over) throw over.refusal;
  }
  const made = await writeOrder(db, {
    franchiseeId: order.franchisee_id,
    actor,
    now,
    clientId: crypto.randomUUID(),
    kind: mode ? 'RE_ORDER' : 'REPLACEMENT',
    kitType: 'RE_ORDERED',
    yearId: order.academic_year_id,
    mode: mode ?? 'NIL',
    reference: null,
    warehouseId: order.warehouse_id,
    subtotal,
    tax,
    promisedOn: null,
    more: {
      parent_order_id: order.id,
      claim_id: claim?.id ?? null,
      replaces_shipment_id: parcel?.id ?? null,
    },
  });
  await insertLines(db, made, lines);
  await holdStock(db, made, { backorder: true });
  const status = await beginOrder(db, made, { mode: mode ?? 'NIL', now });
  if (claim)
    await moveStatus(db, {
      states: claimStates,
      table: 'damage_claim',
      row: claim,
      action: 're-order',
      set: { reorder_id: made.id },
    });
  return { id: made.id, orderNo: made.order_no, status, total, paymentId: toPay(made) };
}

async function approvedOf(db: Db, claim: Claim): Promise<Wanted[]> {
  if (claim.status !== 'APPROVED' && claim.status !== 'PARTIALLY_APPROVED') return [];
  const { rows } = await sql<Wanted>`
    select line_id as "lineId", product_id as "productId", qty_approved as qty from damage_claim_line
     where franchisee_id = ${claim.franchisee_id} and claim_id = ${claim.id} and resolution = 'REPLACE' and qty_approved > 0`.execute(
    db,
  );
  return rows;
}

async function inParcel(db: Db, parcel: RowIn<'shipment'>): Promise<Wanted[]> {
  const { rows } = await sql<Wanted>`select line_id as "lineId", null as "productId", qty from shipment_line
    where franchisee_id = ${parcel.franchisee_id} and shipment_id = ${parcel.id} order by line_id`.execute(
    db,
  );
  return rows;
}

interface Component {
  productId: string;
  qty: number;
  hsn: string;
  rateBp: number;
  taxable: Paise;
  tax: Paise;
}
interface ReplacedLine extends Wanted {
  line: RowIn<'kit_order_line'>;
  components: Component[];
}

/** The wanted pieces with what they are made of, at the price of the order they stand for; ₹0 where they are free. */
async function replacedLines(
  db: Db,
  order: Order,
  { wanted, free }: { wanted: readonly Wanted[]; free: boolean },
): Promise<ReplacedLine[]> {
  const of = { franchisee_id: order.franchisee_id, order_id: order.id };
  const lines = await db
    .selectFrom('kit_order_line')
    .selectAll()
    .where('franchisee_id', '=', of.franchisee_id)
    .where('order_id', '=', of.order_id)
    .execute();
  const parts = await db
    .selectFrom('order_component')
    .selectAll()
    .where('franchisee_id', '=', of.franchisee_id)
    .where('order_id', '=', of.order_id)
    .execute();
  return wanted.map((one) => {
    const line = lines.find(({ id }) => id === one.lineId);
    if (!line) throw refuse('row.not-found');
    const own = parts.filter(
      (part) => part.line_id === one.lineId && (one.productId === null || part.product_id === one.productId),
    );
    return {
      ...one,
      line,
      components: own.map((part) => {
        const qty = one.productId === null ? (part.qty / line.qty_ordered) * one.qty : one.qty;
        const taxable = paise(free ? 0 : Math.round((part.taxable_paise * qty) / part.qty));
        return {
          productId: part.product_id,
          qty,
          hsn: part.hsn,
          rateBp: part.rate_bp,
          taxable,
          tax: taxOn(taxable, part.rate_bp),
        };
      }),
    };
  });
}

async function insertLines(
  db: Db,
  order: { franchisee_id: number; id: string },
  lines: readonly ReplacedLine[],
): Promise<void> {
  for (const [i, { line, productId, qty, components }] of lines.entries()) {
    const taxable = sumPaise(components.map((one) => one.taxable));
    const { id } = await db
      .insertInto('kit_order_line')
      .values({
        franchisee_id: order.franchisee_id,
        order_id: order.id,
        line_no: i + 1,
        product_id: productId ?? line.product_id,
        mapping_id: productId === null ? line.mapping_id : null,
        // A whole kit serves the same right, which stays with the first order.
        allocation_id: productId === null ? line.allocation_id : null,
        live: productId !== null || line.allocation_id === null,
        enrolment_id: line.enrolment_id,
        student_id: line.student_id,
        class_id: line.class_id,
        gender: line.gender,
        size_code: line.size_code,
        qty_ordered: qty,
        unit_price_paise: Math.round(taxable / qty),
        taxable_paise: taxable,
        tax_paise: sumPaise(components.map((one) => one.tax)),
        replacement: true,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('order_component')
      .values(
        components.map((one) => ({
          franchisee_id: order.franchisee_id,
          order_id: order.id,
          line_id: id,
          product_id: one.productId,
          qty: one.qty,
          hsn: one.hsn,
          rate_bp: one.rateBp,
          taxable_paise: one.taxable,
          tax_paise: one.tax,
        })),
      )
      .execute();
  }
}
