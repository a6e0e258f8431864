// What of a claim is credited (areas/orders.md 3.14, areas/README §3): a credit note on the invoice of its parcel, proposed by who
// decided on the claim and decided by finance. Approved, its lines are closed; rejected, the claim is decided once more.
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensure, userIdOf } from '@aangan/server/work/ensure.ts';
import { lockRow, moveStatus, type RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import {
  creditableLeft,
  type DecidedNote,
  postCreditedGoods,
  proposeNote,
} from '../../finance/public.server.ts';
import { invoiceOfParcel, type ParcelInvoice } from '../dispatch/parcel-invoice.server.ts';
import { refuseClaim } from './claim.refusals.ts';
import { type Piece, partsOf } from './credited-parts.ts';
import { claimStates } from './damage-claim.states.ts';
import { piecesOf } from './parcel-pieces.server.ts';

type Claim = RowIn<'damage_claim'>;

/** The cause as finance knows it. */
export const CLAIM_NOTE = 'orders.claim';

/** Proposes the note of a decided claim. Its verdicts stand in its lines. Answers null where nothing is credited. */
export async function proposeCredit(db: Db, actor: Actor, claim: Claim, now: Date): Promise<string | null> {
  const pieces = await creditedPieces(db, claim);
  if (pieces.length === 0) return null;
  const invoice = await invoiceOfParcel(db, {
    franchiseeId: claim.franchisee_id,
    shipmentId: claim.shipment_id,
  });
  if (!invoice) throw refuseClaim('claim.no-invoice');
  const parts = partsOf(
    pieces,
    await creditableLeft(db, { franchiseeId: claim.franchisee_id, dueId: invoice.dueId }),
  );
  ensure(parts.length > 0, () => refuseClaim('claim.no-invoice'));
  const { rows } = await sql<{
    came: boolean;
  }>`select bool_or(kind <> 'MISSING') as came from damage_claim_line
    where franchisee_id = ${claim.franchisee_id} and claim_id = ${claim.id} and resolution = 'CREDIT'`.execute(
    db,
  );
  const { id } = await proposeNote(db, actor, {
    franchiseeId: claim.franchisee_id,
    dueId: invoice.dueId,
    parts,
    reasonCode: rows[0]?.came ? 'ORDER_RETURN' : 'SHORT_SUPPLY',
    reason: `Claim ${claim.claim_no}, kit invoice ${invoice.number}`,
    source: CLAIM_NOTE,
    // A claim that is decided once more is another cause.
    sourceId: `${claim.id}:${claim.version}`,
    makerId: userIdOf(actor),
    now,
  });
  return id;
}

/** Products of the approved credit lines of a claim, a whole kit as its products. */
const creditedPieces = (db: Db, claim: Claim): Promise<Piece[]> =>
  piecesOf(
    db,
    { franchiseeId: claim.franchisee_id, shipmentId: claim.shipment_id },
    sql`select line_id, product_id, coalesce(sum(n) filter (where claim_id <> ${claim.id}), 0)::int as done,
        coalesce(sum(n) filter (where claim_id = ${claim.id}), 0)::int as part from (
      select x.claim_id, x.line_id, k.product_id, case when x.product_id is null then k.qty / l.qty_ordered * x.qty_approved else x.qty_approved end as n
        from damage_claim_line x join damage_claim d on d.franchisee_id = x.franchisee_id and d.id = x.claim_id
        join kit_order_line l on l.franchisee_id = x.franchisee_id and l.id = x.line_id
        join order_component k on k.franchisee_id = l.franchisee_id and k.line_id = l.id and (x.product_id is null or k.product_id = x.product_id)
       where d.franchisee_id = ${claim.franchisee_id} and d.shipment_id = ${claim.shipment_id} and x.resolution = 'CREDIT' and x.qty_approved > 0) credited group by 1, 2`,
  );

/** What finance decided on the note of a claim. */
export async function followCredit(db: Db, note: DecidedNote): Promise<void> {
  const [claimId = ''] = note.sourceId.split(':');
  const claim = await lockRow(db, 'damage_claim', claimId);
  if (claim.note_id !== note.noteId || claim.credited_at !== null) return;
  const move = { states: claimStates, table: 'damage_claim', row: claim } as const;
  if (!note.approved) {
    await moveStatus(db, {
      ...move,
      action: 'credit-refused',
      reason: note.reason,
      set: { note_id: null, fault: null, decided_by: null, decided_at: null, decision_note: null },
    });
    await sql`update damage_claim_line set qty_approved = null, resolution = null
      where franchisee_id = ${claim.franchisee_id} and claim_id = ${claim.id}`.execute(db);
    return;
  }
  const { rows: replaced } = await sql`select from damage_claim_line
    where franchisee_id = ${claim.franchisee_id} and claim_id = ${claim.id} and resolution = 'REPLACE' limit 1`.execute(
    db,
  );
  if (replaced.length === 0)
    await moveStatus(db, { ...move, action: 'credit', set: { credited_at: note.at } });
  else
    await db
      .updateTable('damage_claim')
      .set({ credited_at: note.at })
      .where('franchisee_id', '=', claim.franchisee_id)
      .where('id', '=', claim.id)
      .execute();
  const invoice = await invoiceOfParcel(db, {
    franchiseeId: claim.franchisee_id,
    shipmentId: claim.shipment_id,
  });
  if (invoice) await bookCredit(db, note, { invoice, fault: claim.fault });
}

const bookCredit = (
  db: Db,
  { noteId, taxable, on }: DecidedNote,
  { invoice, fault }: { invoice: ParcelInvoice; fault: Claim['fault'] },
): Promise<void> =>
  postCreditedGoods(db, {
    noteId,
    taxable,
    on,
    invoiceId: invoice.id,
    invoiced: invoice.taxable,
    fault: fault === 'COURIER' ? 'COURIER' : 'HEAD_OFFICE',
  });

/** A claim of which something is credited and finance has not decided on its note. */
export const waitsForCredit = (claim: Pick<Claim, 'note_id' | 'credited_at'>): boolean =>
  claim.note_id !== null && claim.credited_at === null;
