// A parcel that came back or was lost is sent again free, or its invoice is credited and its kits can be ordered anew: once, and
// never both.
import { handle } from '@aangan/server/endpoint/handle.ts';
import { holdsCode, refuseApproval } from '@aangan/server/work/approval.ts';
import { ensure, ensureFound, ensureFresh, userIdOf } from '@aangan/server/work/ensure.ts';
import { lockRow, noteStep, type RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import {
  creditableLeft,
  type DecidedNote,
  postCreditedGoods,
  proposeNote,
} from '../../finance/public.server.ts';
import { invoiceOfParcel } from '../dispatch/parcel-invoice.server.ts';
import { followIndents } from '../indent/follow-order.server.ts';
import { isMadeGood } from '../tracking/consume-event.server.ts';
import { freeWowRight } from '../wow/wow-right.server.ts';
import { refuseClaim } from './claim.refusals.ts';
import { partsOf } from './credited-parts.ts';
import { CLAIM_CODE } from './damage-claim.states.ts';
import { piecesOf } from './parcel-pieces.server.ts';
import { reOrderContract as contract } from './re-order.contract.ts';

type Parcel = RowIn<'shipment'>;

/** The cause as finance knows it. */
export const PARCEL_NOTE = 'orders.parcel';

/** A parcel that failed and is not made good, with its order; the order first, as everybody locks them. */
export async function lockFailedParcel(
  db: Db,
  id: string,
): Promise<{ order: RowIn<'kit_order'>; parcel: Parcel }> {
  const { order_id } = ensureFound(
    await db.selectFrom('shipment').select('order_id').where('id', '=', id).executeTakeFirst(),
  );
  const order = await lockRow(db, 'kit_order', order_id);
  const parcel = await lockRow(db, 'shipment', id);
  const failed = parcel.status === 'RTO_DELIVERED' || parcel.status === 'LOST';
  ensure(failed && !(await isMadeGood(db, parcel)), () => refuseClaim('claim.nothing-to-order'));
  return { order, parcel };
}

export const creditParcel = handle(contract.credit, async ({ db, actor, input, version, now }) => {
  const { order, parcel } = await lockFailedParcel(db, input.id);
  if (version !== undefined) ensureFresh(parcel.version === version ? 1 : 0);
  ensure(actor.wholeNetwork && holdsCode(actor, CLAIM_CODE), () => refuseApproval('approval.code-missing'));
  const of = { franchiseeId: parcel.franchisee_id, shipmentId: parcel.id };
  const invoice = await invoiceOfParcel(db, of);
  if (!invoice) throw refuseClaim('claim.no-invoice');
  const left = await creditableLeft(db, { franchiseeId: of.franchiseeId, dueId: invoice.dueId });
  const parts = partsOf(await piecesOf(db, of), left, { all: true });
  ensure(parts.length > 0, () => refuseClaim('claim.no-invoice'));
  const note = await proposeNote(db, actor, {
    franchiseeId: of.franchiseeId,
    dueId: invoice.dueId,
    parts,
    reasonCode: parcel.status === 'LOST' ? 'SHORT_SUPPLY' : 'ORDER_RETURN',
    reason: `Parcel ${parcel.shipment_no} of order ${order.order_no}, kit invoice ${invoice.number}: ${input.note}`,
    source: PARCEL_NOTE,
    // A parcel whose credit was refused and is asked for again is another cause.
    sourceId: `${parcel.id}:${parcel.version}`,
    makerId: userIdOf(actor),
    now,
  });
  await db
    .updateTable('shipment')
    .set({ note_id: note.id })
    .where('franchisee_id', '=', of.franchiseeId)
    .where('id', '=', parcel.id)
    .execute();
  await noteCredit(db, parcel, { action: 'credit', reason: input.note });
  return { amount: note.total };
});

const noteCredit = (db: Db, parcel: Parcel, { action, reason }: { action: string; reason: string | null }) =>
  noteStep(db, {
    franchiseeId: parcel.franchisee_id,
    subject: 'shipment',
    id: parcel.id,
    action,
    from: parcel.status,
    to: parcel.status,
    reason,
  });

/** What finance decided on the note of a parcel. */
export async function followParcelCredit(db: Db, note: DecidedNote): Promise<void> {
  const [shipmentId = ''] = note.sourceId.split(':');
  const { order_id } = ensureFound(
    await db.selectFrom('shipment').select('order_id').where('id', '=', shipmentId).executeTakeFirst(),
  );
  const order = await lockRow(db, 'kit_order', order_id);
  const parcel = await lockRow(db, 'shipment', shipmentId);
  if (parcel.note_id !== note.noteId || parcel.credited_at !== null) return;
  await db
    .updateTable('shipment')
    .set(note.approved ? { credited_at: note.at } : { note_id: null })
    .where('franchisee_id', '=', parcel.franchisee_id)
    .where('id', '=', parcel.id)
    .execute();
  await noteCredit(db, parcel, {
    action: note.approved ? 'credited' : 'credit-refused',
    reason: note.reason,
  });
  if (!note.approved) return;
  await freeRights(db, parcel);
  if (order.status === 'FAIL' && !(await anyOpen(db, order))) {
    await followIndents(db, order, 'FAIL');
    if (order.kind === 'WOW') await freeWowRight(db, order);
  }
  const invoice = await invoiceOfParcel(db, { franchiseeId: parcel.franchisee_id, shipmentId: parcel.id });
  // What came back stands in the inventory again; for what was lost the courier answers.
  if (invoice && parcel.status === 'LOST')
    await postCreditedGoods(db, {
      noteId: note.noteId,
      invoiceId: invoice.id,
      fault: 'COURIER',
      taxable: note.taxable,
      invoiced: invoice.taxable,
      on: note.on,
    });
}

/** The kits of a credited parcel can be ordered anew. */
async function freeRights(db: Db, parcel: Parcel): Promise<void> {
  await sql`
    with gone as (select l.id, l.allocation_id, x.qty, x.qty = l.qty_ordered - l.qty_cancelled as whole from shipment_line x
        join kit_order_line l on l.franchisee_id = x.franchisee_id and l.id = x.line_id
       where x.franchisee_id = ${parcel.franchisee_id} and x.shipment_id = ${parcel.id} and l.live),
      ended as (update kit_order_line l set live = false from gone where gone.whole and l.franchisee_id = ${parcel.franchisee_id} and l.id = gone.id)
    update kit_allocation a set qty_live = a.qty_live - f.n, status = case when a.status in ('ORDERED', 'SHIPPED') then 'ALLOCATED' else a.status end
      from (select allocation_id, sum(qty)::int as n from gone where allocation_id is not null group by 1) f
     where a.franchisee_id = ${parcel.franchisee_id} and a.id = f.allocation_id`.execute(db);
}

/** A parcel of the order is not credited: what was in it comes, or is sent again. */
async function anyOpen(db: Db, order: RowIn<'kit_order'>): Promise<boolean> {
  const { rows } =
    await sql`select from shipment where franchisee_id = ${order.franchisee_id} and order_id = ${order.id}
    and status <> 'CANCELLED' and credited_at is null limit 1`.execute(db);
  return rows.length > 0;
}
