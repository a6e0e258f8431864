// What other areas do with a child's rights to kits. It imports files of this area alone, so that no circle arises.
import { moveStatus, type RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { cancelKits } from '../kit-order/cancel-kits.server.ts';
import { kitTypeNames } from '../kit-types.ts';
import { allocationColumns, allocationsWithReasons } from './eligibility.server.ts';
import { type AllocationState, allocationStates } from './kit-allocation.states.ts';

type Row = RowIn<'kit_allocation'>;

async function lockOfEnrolment(
  db: Db,
  { franchiseeId, enrolmentId }: { franchiseeId: number; enrolmentId: string },
): Promise<Row[]> {
  const { rows } =
    await sql<Row>`select * from kit_allocation where franchisee_id = ${franchiseeId} and enrolment_id = ${enrolmentId}
    and status <> 'REVOKED' order by kit_type for update`.execute(db);
  return rows;
}

export interface ReleasedKits {
  /** Types that are nobody's any more. */
  readonly released: readonly string[];
  /** Types that are on an order, on their way or with the child: return or keep. */
  readonly toReturn: readonly string[];
}

/** A child leaves: what nobody has ordered, and what has not left the warehouse, is taken back; the rest is told. */
export async function releaseKits(
  db: Db,
  { reason, ...which }: { franchiseeId: number; enrolmentId: string; reason: string },
): Promise<ReleasedKits> {
  const released: string[] = [];
  const toReturn: string[] = [];
  // Orders before rights, as everywhere.
  for (const order of await openOrdersOf(db, which))
    await cancelKits(db, order, { allocationId: order.allocationId, reason, at: new Date() });
  for (const row of await lockOfEnrolment(db, which)) {
    if (row.status !== 'ALLOCATED' || row.qty_live > 0) {
      toReturn.push(row.kit_type);
      continue;
    }
    await revokeRow(db, row, reason);
    released.push(row.kit_type);
  }
  return { released, toReturn };
}

/** Orders with a kit of the child that has not left, one that replaces another too; locked. */
async function openOrdersOf(
  db: Db,
  { franchiseeId, enrolmentId }: { franchiseeId: number; enrolmentId: string },
) {
  const { rows } = await sql<RowIn<'kit_order'> & { allocationId: string }>`
    select o.*, l.allocation_id as "allocationId" from kit_order o join kit_order_line l on l.franchisee_id = o.franchisee_id and l.order_id = o.id
     where o.franchisee_id = ${franchiseeId} and l.enrolment_id = ${enrolmentId} and l.allocation_id is not null and (l.live or l.replacement)
       and o.status in ('PENDING', 'CONFIRMED', 'SHIPPED') and l.qty_ordered > l.qty_cancelled + l.qty_shipped
     order by o.id for update of o`.execute(db);
  return rows;
}

export const revokeRow = (db: Db, row: Row, reason: string): Promise<Row> =>
  moveStatus(db, {
    states: allocationStates,
    table: 'kit_allocation',
    row,
    action: 'revoke',
    reason,
    set: { revoked_reason: reason },
  });

/**
 * The child goes on under another enrolment of the centre: what it has not been handed yet goes along. Where the new
 * enrolment has the type already, the old right is taken back instead. Answers the types that moved.
 */
export async function moveEntitlement(
  db: Db,
  { franchiseeId, from, to }: { franchiseeId: number; from: string; to: string },
): Promise<string[]> {
  const moved: string[] = [];
  const next = await db
    .selectFrom('enrolment')
    .select(['class_id', 'academic_year_id'])
    .where('franchisee_id', '=', franchiseeId)
    .where('id', '=', to)
    .executeTakeFirst();
  if (!next) return moved;
  const there = new Set(
    (await lockOfEnrolment(db, { franchiseeId, enrolmentId: to })).map(({ kit_type }) => kit_type),
  );
  for (const row of await lockOfEnrolment(db, { franchiseeId, enrolmentId: from })) {
    if (row.status === 'HANDED_OVER' || (row.status === 'AT_CENTRE' && there.has(row.kit_type))) continue;
    if (there.has(row.kit_type)) {
      if (row.qty_live === 0) await revokeRow(db, row, 'The child has it under its new enrolment');
      continue;
    }
    await db
      .updateTable('kit_allocation')
      .set({ enrolment_id: to, class_id: next.class_id, academic_year_id: next.academic_year_id })
      .where('franchisee_id', '=', franchiseeId)
      .where('id', '=', row.id)
      .execute();
    moved.push(row.kit_type);
  }
  return moved;
}

export interface KitState {
  readonly studentId: string;
  readonly yearId: number;
  readonly kitType: string;
  readonly kit: string;
  readonly state: AllocationState;
}

/** How far the kits of children are, newest year first; revoked ones are left out. */
export async function kitStatesFor(
  db: Db,
  { studentIds }: { studentIds: readonly string[] },
): Promise<Map<string, KitState[]>> {
  const { rows } = await sql<Omit<KitState, 'kit'>>`
    select a.student_id as "studentId", a.academic_year_id as "yearId", a.kit_type as "kitType", ${allocationColumns.status} as state
      from ${allocationsWithReasons} where a.student_id = any (${[...studentIds]}::uuid[]) and a.status <> 'REVOKED'
     order by a.academic_year_id desc, a.kit_type`.execute(db);
  const found = new Map<string, KitState[]>();
  for (const row of rows)
    found.set(row.studentId, [
      ...(found.get(row.studentId) ?? []),
      { ...row, kit: kitTypeNames[row.kitType] ?? row.kitType },
    ]);
  return found;
}
