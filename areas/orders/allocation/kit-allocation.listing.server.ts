import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { sql } from 'kysely';
import { kitTypeNames } from '../kit-types.ts';
import { allocationColumns, allocationRows, decided, sampleName } from './eligibility.server.ts';
import { type BlockCode, blockText } from './eligibility.ts';
import { kitAllocationContract } from './kit-allocation.contract.ts';
import { kitAllocations } from './kit-allocation.listing.ts';

// All that is told of a row, in one look; only curriculum kit 2 has days and an amount.
const VERDICT = decided(sql`json_build_object('mapping', m.code || ' v' || m.version_no, 'reasons', r.reasons,
  'orderFrom', t.order_from, 'orderTo', t.order_to, 'short', ${allocationColumns.short},
  'left', coalesce(e.status in ('WITHDRAWN', 'TRANSFERRED', 'CANCELLED'), false))`);

export const allocationListing = serveListing(kitAllocations, {
  from: allocationRows,
  alias: 'a',
  columns: {
    whom: sql`coalesce(s.name, f.company_name)`,
    admissionNo: 's.admission_no',
    // Read for the rows of a page alone: as joins they are made for all that are sorted.
    of: sql`coalesce((select c.name from class c where c.id = a.class_id), (select w.name from wow_model w where w.id = a.model_id), ${sampleName})`,
    centre: 'f.company_name',
    qty: 'a.qty',
    mapping: sql`null::text`,
    source: 'a.source',
    reason: sql`null::text`,
    status: sql`(case when a.status = 'ALLOCATED' and ${decided(sql`r.reasons <> '{}'`)} then 'BLOCKED' else a.status end)`,
    kitType: 'a.kit_type',
    classId: 'a.class_id',
    enrolmentId: 'a.enrolment_id',
    live: 'a.qty_live',
    verdict: VERDICT,
    revokedReason: 'a.revoked_reason',
  },
  where: {
    // One type, not one of several: of those Postgres expects more rows than there are, and plans each call anew.
    kitType: (kitType: string) => sql<boolean>`a.kit_type = ${kitType}`,
  },
  map: async (rows) =>
    rows.map((row) => ({
      ...row,
      mapping: row.verdict.mapping,
      reason: reasonsOf({ ...row, ...row.verdict }).join('; ') || null,
    })),
  can: (row, actor) => {
    const writes = mayCall(actor, kitAllocationContract.revoke);
    const waits = row.status === 'ALLOCATED' || row.status === 'BLOCKED';
    return { revoke: writes && waits && row.live === 0, again: writes && row.status === 'REVOKED' };
  },
});
export const { handlers } = allocationListing;

interface Told {
  readonly status: string;
  readonly kitType: string;
  readonly of: string;
  readonly reasons: readonly string[];
  readonly orderFrom: string | null;
  readonly orderTo: string | null;
  readonly short: number | null;
  readonly left: boolean;
  readonly revokedReason: string | null;
}

/** What people read beside a row: every rule that fails, why it was revoked, what to do with the kit of a child that left. */
export function reasonsOf(row: Told): string[] {
  if (row.revokedReason !== null) return [row.revokedReason];
  if (row.left && (row.status === 'AT_CENTRE' || row.status === 'HANDED_OVER'))
    return ['The child has left: return or keep'];
  const kit = kitTypeNames[row.kitType] ?? row.kitType;
  return row.reasons.map((code) => blockText(code as BlockCode, { ...row, kit }));
}
