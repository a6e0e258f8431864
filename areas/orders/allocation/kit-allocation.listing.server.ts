import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { type RawBuilder, sql } from 'kysely';
import { kitTypeNames } from '../kit-types.ts';
import { allocationColumns, allocationRows, decided } from './eligibility.server.ts';
import { type BlockCode, blockText } from './eligibility.ts';
import { kitAllocationContract } from './kit-allocation.contract.ts';
import { kitAllocations } from './kit-allocation.listing.ts';

/** Only curriculum kit 2 has days and an amount. */
const ofKit2 = (column: RawBuilder<unknown>) =>
  sql`case when a.kit_type = 'CURRICULUM_KIT_2' then ${decided(column)} end`;

export const allocationListing = serveListing(kitAllocations, {
  from: allocationRows,
  alias: 'a',
  columns: {
    whom: sql`coalesce(s.name, f.company_name)`,
    admissionNo: 's.admission_no',
    of: allocationColumns.of,
    centre: 'f.company_name',
    qty: 'a.qty',
    mapping: decided(sql`m.code || ' v' || m.version_no`),
    source: 'a.source',
    reason: sql`null::text`,
    status: sql`(case when a.status = 'ALLOCATED' and ${decided(sql`r.reasons <> '{}'`)} then 'BLOCKED' else a.status end)`,
    kitType: 'a.kit_type',
    classId: 'a.class_id',
    enrolmentId: 'a.enrolment_id',
    live: 'a.qty_live',
    reasons: sql`case when a.status = 'ALLOCATED' then ${decided(sql`r.reasons`)} else '{}'::text[] end`,
    orderFrom: ofKit2(sql`t.order_from`),
    orderTo: ofKit2(sql`t.order_to`),
    short: ofKit2(allocationColumns.short),
    left: sql`coalesce(e.status in ('WITHDRAWN', 'TRANSFERRED', 'CANCELLED'), false)`,
    revokedReason: 'a.revoked_reason',
  },
  map: async (rows) => rows.map((row) => ({ ...row, reason: reasonsOf(row).join('; ') || null })),
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
