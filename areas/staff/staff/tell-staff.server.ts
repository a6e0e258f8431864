import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { queueMessage } from '../../communication/public.server.ts';
import { franchiseeLabels } from '../../network/public.server.ts';

interface Person {
  readonly franchisee_id: number;
  readonly id: string;
  readonly user_id: string | null;
  readonly first_name: string;
  /** As locked: one message for one step. */
  readonly version: number;
}

/** A letter to the person about a step of the approval; who has no sign-in gets none. */
export async function tellStaff(
  db: Db,
  row: Person,
  what: 'approved' | 'rejected' | 'suspended',
  reason?: string,
): Promise<void> {
  if (row.user_id === null) return;
  const centre = (await franchiseeLabels(db, [row.franchisee_id])).get(row.franchisee_id) ?? '';
  await queueMessage(db, {
    kind: `staff.${what}`,
    franchiseeId: row.franchisee_id,
    about: { userIds: [row.user_id] },
    values: { name: row.first_name, centre, ...(reason ? { reason } : {}) },
    dedupeKey: `${row.id}:${row.version}`,
    source: { kind: 'STAFF', id: row.id },
  });
}
