import { handle } from '@aangan/server/endpoint/handle.ts';
import { inChosenCentre } from '@aangan/server/sql.ts';
import { chosenCentre, chosenYear, ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import { lockRow } from '@aangan/server/work/status-step.ts';
import { sql } from 'kysely';
import { refuseAllocation } from './allocation.refusals.ts';
import { allocationColumns, allocationsWithReasons } from './eligibility.server.ts';
import { countMissing, fillMissing } from './entitle.server.ts';
import { revokeRow } from './entitlement.server.ts';
import { kitAllocationContract as contract } from './kit-allocation.contract.ts';
import { allocationListing, reasonsOf } from './kit-allocation.listing.server.ts';

export const allocationSummary = handle(contract.summary, async ({ db, actor, input: { kitType } }) => {
  const yearId = chosenYear(actor);
  const { rows } = await sql<{ state: string; n: number; qty: number; live: number }>`
    select ${allocationColumns.status} as state, count(*)::int as n, sum(a.qty)::int as qty, sum(a.qty_live)::int as live
      from ${allocationsWithReasons} where a.kit_type = ${kitType} and a.academic_year_id = ${yearId}
       and ${inChosenCentre(actor, 'a.franchisee_id')} group by 1`.execute(db);
  const standing = rows.filter(({ state }) => state !== 'REVOKED');
  const entitled = standing.reduce((sum, { qty }) => sum + qty, 0);
  const ordered = standing.reduce((sum, { live }) => sum + live, 0);
  const franchiseeId = actor.franchiseeId;
  return {
    entitled,
    ordered,
    gap: entitled - ordered,
    states: Object.fromEntries(rows.map(({ state, n }) => [state, n])),
    missing: franchiseeId === null ? null : await countMissing(db, { franchiseeId, yearId }, kitType),
  };
});

export const getAllocation = handle(contract.get, async ({ db, actor, input }) => {
  const row = ensureFound(await allocationListing.row({ db, actor }, input.id));
  return { ...row, blocks: reasonsOf({ ...row, ...row.verdict }) };
});

export const fillAllocations = handle(contract.fill, async ({ db, actor, input: { kitType } }) => {
  ensure(kitType !== 'WOW_KIT', () => refuseAllocation('kit-allocation.by-upload'));
  const place = { franchiseeId: chosenCentre(actor), yearId: chosenYear(actor) };
  return { allocated: await fillMissing(db, place, kitType) };
});

export const revokeAllocation = handle(contract.revoke, async ({ db, input, version }) => {
  const row = await lockRow(db, 'kit_allocation', input.id, version);
  ensure(row.qty_live === 0, () => refuseAllocation('kit-allocation.live'));
  await revokeRow(db, row, input.reason);
  return {};
});

/** A revoked right stays as it is, for its history; the child gets a new one. */
export const allocateAgain = handle(contract.again, async ({ db, input, version }) => {
  const row = await lockRow(db, 'kit_allocation', input.id, version);
  const { rows } = await sql<{ id: string }>`
    insert into kit_allocation (franchisee_id, academic_year_id, kit_type, enrolment_id, student_id, class_id, sample_category, model_id, qty, source)
    select franchisee_id, academic_year_id, kit_type, enrolment_id, student_id, class_id, sample_category, model_id, qty, 'MANUAL'
      from kit_allocation where franchisee_id = ${row.franchisee_id} and id = ${row.id} and status = 'REVOKED'
    on conflict do nothing returning id`.execute(db);
  const [made] = rows;
  if (!made)
    throw refuseAllocation('kit-allocation.exists', {
      details: { child: row.student_id ? 'The child' : 'The centre' },
    });
  return { id: made.id };
});
