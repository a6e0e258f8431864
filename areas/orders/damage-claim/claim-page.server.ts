import { todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { personName } from '@aangan/server/sql.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { picturesOf } from '../catalogue/product-pictures.server.ts';
import { arrivedParcels, claimableOf, lastClaimDay, missingUntil } from './claimable.server.ts';
import { type ClaimLine, damageClaimContract as contract } from './damage-claim.contract.ts';
import { claimListing } from './damage-claim.listing.server.ts';

export const claimPage = handle(contract.page, async ({ db, actor, input, now }) => {
  const { rows } = await sql<{
    id: string;
    franchiseeId: number;
    orderNo: string;
    kitType: string;
    status: string;
  }>`select id, franchisee_id as "franchiseeId", order_no as "orderNo", kit_type as "kitType", status from kit_order where id = ${input.orderId}`.execute(
    db,
  );
  const order = ensureFound(rows[0]);
  const which = { franchiseeId: order.franchiseeId, orderId: order.id };
  const parcels = [];
  for (const parcel of await arrivedParcels(db, which)) {
    const lastDay = lastClaimDay(parcel);
    parcels.push({
      id: parcel.id,
      shipmentNo: parcel.shipmentNo,
      deliveredOn: parcel.deliveredOn,
      lastDay,
      open: todayIst(now) <= lastDay,
      missingUntil: missingUntil(parcel)?.toISOString() ?? null,
      claimable: await claimableOf(db, { franchiseeId: which.franchiseeId, shipmentId: parcel.id }),
    });
  }
  const ids = await db
    .selectFrom('damage_claim')
    .select('id')
    .where('franchisee_id', '=', order.franchiseeId)
    .where('order_id', '=', order.id)
    .orderBy('submitted_at', 'desc')
    .execute();
  const claims = [];
  for (const { id } of ids) {
    const row = await claimListing.row({ db, actor }, id);
    if (row) claims.push({ ...row, ...(await peopleOf(db, row)), lines: await linesOf(db, row, now) });
  }
  return {
    order,
    parcels,
    claims,
    can: { submit: mayCall(actor, contract.submit) },
  };
});

interface Claim {
  franchiseeId: number;
  id: string;
}

async function peopleOf(db: Db, { franchiseeId, id }: Claim) {
  const { rows } = await sql<{
    submittedByName: string | null;
    takenByName: string | null;
    decidedByName: string | null;
    decisionNote: string | null;
    reorder: { id: string; orderNo: string; kitType: string } | null;
    credit: { id: string; number: string | null; amount: number } | null;
  }>`select ${personName('s')} as "submittedByName", ${personName('t')} as "takenByName", ${personName('d')} as "decidedByName",
      c.decision_note as "decisionNote",
      (select jsonb_build_object('id', o.id, 'orderNo', o.order_no, 'kitType', o.kit_type) from kit_order o
        where o.franchisee_id = c.franchisee_id and o.id = c.reorder_id) as reorder,
      (select jsonb_build_object('id', n.id, 'number', n.number, 'amount', n.total) from note n
        where n.franchisee_id = c.franchisee_id and n.id = c.note_id) as credit
      from damage_claim c left join app_user s on s.id = c.submitted_by left join app_user t on t.id = c.taken_by
      left join app_user d on d.id = c.decided_by where c.franchisee_id = ${franchiseeId} and c.id = ${id}`.execute(
    db,
  );
  return ensureFound(rows[0]);
}

async function linesOf(db: Db, { franchiseeId, id }: Claim, now: Date): Promise<ClaimLine[]> {
  const { rows } = await sql<Omit<ClaimLine, 'photos'> & { photoIds: string[] }>`
    select x.id, coalesce(s.name, f.company_name) as whom, coalesce(p.name, 'Whole kit') as product, x.kind, x.qty_claimed as "qtyClaimed",
      x.qty_approved as "qtyApproved", x.resolution, x.reason, x.photo_ids as "photoIds"
      from damage_claim_line x join kit_order_line l on l.franchisee_id = x.franchisee_id and l.id = x.line_id join franchisee f on f.id = x.franchisee_id
      left join student s on s.franchisee_id = l.franchisee_id and s.id = l.student_id left join product p on p.id = x.product_id
     where x.franchisee_id = ${franchiseeId} and x.claim_id = ${id} order by l.line_no, product`.execute(db);
  const lines = [];
  for (const { photoIds, ...line } of rows)
    lines.push({ ...line, photos: await picturesOf(db, photoIds, now) });
  return lines;
}
