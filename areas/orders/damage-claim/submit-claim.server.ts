import { financialYear, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { useFile } from '@aangan/server/files/files.ts';
import { ensure, ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import { nextNumber } from '@aangan/server/work/numbers.ts';
import { lockRow } from '@aangan/server/work/status-step.ts';
import { tellApprovers } from '../tell-approvers.server.ts';
import { refuseClaim } from './claim.refusals.ts';
import { claimPath } from './claim-paths.ts';
import { arrivedParcels, claimableOf, ensureMissingInTime, ensureOpenWindow } from './claimable.server.ts';
import { damageClaimContract as contract } from './damage-claim.contract.ts';
import { CLAIM_CODE, PHOTOS } from './damage-claim.states.ts';

export const submitClaim = handle(contract.submit, async ({ db, actor, input, now }) => {
  // Two claims of one order come one after the other: nothing is claimed twice.
  const { order_id } = ensureFound(
    await db.selectFrom('shipment').select('order_id').where('id', '=', input.shipmentId).executeTakeFirst(),
  );
  const order = await lockRow(db, 'kit_order', order_id);
  const which = { franchiseeId: order.franchisee_id, orderId: order.id };
  const parcel = (await arrivedParcels(db, which)).find(({ id }) => id === input.shipmentId);
  if (!parcel) throw refuseClaim('claim.not-delivered');
  ensureOpenWindow(parcel, now);
  const claimable = await claimableOf(db, { franchiseeId: which.franchiseeId, shipmentId: parcel.id });
  ensureMissingInTime(parcel, { claimable, lines: input.lines, now });
  const found = input.lines.map((line, n) => {
    const of = claimable.find((one) => one.lineId === line.lineId && one.productId === line.productId);
    if (!of) throw refuse('row.not-found');
    ensure(line.qty <= of.left, () =>
      refuseClaim('claim.too-many', {
        details: { n: of.left },
        fields: { [`lines.${n}.qty`]: `At most ${of.left}` },
      }),
    );
    ensure(line.kind === 'MISSING' || line.photoIds.length > 0, () =>
      refuse('input.invalid', { fields: { [`lines.${n}.photoIds`]: 'Add a photo of it' } }),
    );
    return line;
  });
  ensure(new Set(found.map((line) => `${line.lineId} ${line.productId}`)).size === found.length, () =>
    refuse('input.invalid', { fields: { lines: 'The same stands there twice' } }),
  );
  const fy = financialYear(todayIst(now));
  const n = await nextNumber(db, {
    franchiseeId: which.franchiseeId,
    series: 'damage-claim',
    period: fy.compact,
  });
  const claim = await db
    .insertInto('damage_claim')
    .values({
      franchisee_id: which.franchiseeId,
      claim_no: `DC/${String(which.franchiseeId).padStart(3, '0')}/${fy.short}/${String(n).padStart(5, '0')}`,
      order_id: order.id,
      shipment_id: parcel.id,
      submitted_at: now,
      submitted_by: userIdOf(actor),
    })
    .returning(['id', 'claim_no'])
    .executeTakeFirstOrThrow();
  for (const line of found)
    for (const fileId of line.photoIds)
      await useFile(db, {
        franchiseeId: which.franchiseeId,
        fileId,
        area: 'orders',
        subjectKind: 'DAMAGE_CLAIM',
        subjectId: claim.id,
        accept: PHOTOS.accept,
        maxBytes: PHOTOS.maxMb * 1024 * 1024,
      });
  await db
    .insertInto('damage_claim_line')
    .values(
      found.map((line) => ({
        franchisee_id: which.franchiseeId,
        claim_id: claim.id,
        line_id: line.lineId,
        product_id: line.productId,
        kind: line.kind,
        qty_claimed: line.qty,
        reason: line.reason,
        photo_ids: [...new Set(line.photoIds)],
      })),
    )
    .execute();
  await tellApprovers(db, {
    code: CLAIM_CODE,
    franchiseeId: which.franchiseeId,
    atCentre: true,
    what: 'Claim',
    no: claim.claim_no,
    madeBy: userIdOf(actor),
    link: claimPath(order.id),
    source: { kind: 'damage-claim', id: claim.id },
  });
  return { id: claim.id, claimNo: claim.claim_no };
});
