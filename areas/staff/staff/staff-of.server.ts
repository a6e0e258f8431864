import type { Db } from '@aangan/server/work/unit-of-work.ts';
import type { StaffCategory } from '../designation.record.ts';
import type { StaffStatus } from './staff.states.ts';

export interface StaffMember {
  id: string;
  franchiseeId: number;
  userId: string | null;
  name: string;
  employeeCode: string;
  category: StaffCategory;
  status: StaffStatus;
}

const members = (db: Db) =>
  db
    .selectFrom('staff')
    .select(['id', 'franchisee_id', 'user_id', 'name', 'employee_code', 'category', 'status']);

type Row = Awaited<ReturnType<ReturnType<typeof members>['executeTakeFirstOrThrow']>>;
const memberOf = (row: Row): StaffMember => ({
  id: row.id,
  franchiseeId: row.franchisee_id,
  userId: row.user_id,
  name: row.name,
  employeeCode: row.employee_code,
  category: row.category as StaffCategory,
  status: row.status as StaffStatus,
});

/** Whether this person may be with children today. False for an id out of the caller's reach. */
export async function isApproved(db: Db, staffId: string): Promise<boolean> {
  const row = await db
    .selectFrom('staff')
    .select('id')
    .where('id', '=', staffId)
    .where('status', '=', 'APPROVED')
    .executeTakeFirst();
  return row !== undefined;
}

/** Present employments of a signed-in user, as far as the caller reaches: a visiting teacher has one at each centre. */
export async function staffOf(db: Db, userId: string): Promise<StaffMember[]> {
  const rows = await members(db)
    .where('user_id', '=', userId)
    .where('status', '<>', 'LEFT')
    .orderBy('franchisee_id')
    .execute();
  return rows.map(memberOf);
}

/** Approved people of a centre in these categories, by name: who may be given a class. */
export async function eligibleStaff(
  db: Db,
  { franchiseeId, categories }: { franchiseeId: number; categories: readonly StaffCategory[] },
): Promise<StaffMember[]> {
  const rows = await members(db)
    .where('franchisee_id', '=', franchiseeId)
    .where('status', '=', 'APPROVED')
    .where('category', 'in', categories)
    .orderBy('name')
    .orderBy('id')
    .execute();
  return rows.map(memberOf);
}
