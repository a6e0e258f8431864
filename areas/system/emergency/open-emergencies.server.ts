import type { Db } from '@aangan/server/work/unit-of-work.ts';

/** An emergency right that holds now. */
export interface OpenEmergency {
  id: string;
  roleId: number;
  franchiseeId: number | null;
  /** Epoch ms: from this instant on it is gone, whatever is cached. */
  until: number;
}

/** What somebody has taken and still holds: neither given back nor older than its hour. */
export async function openEmergencies(db: Db, userId: string, now: Date): Promise<OpenEmergency[]> {
  const rows = await db
    .selectFrom('emergency_right')
    .select(['id', 'role_id', 'franchisee_id', 'until_at'])
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('until_at', '>', now.toISOString())
    .orderBy('taken_at')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    roleId: row.role_id,
    franchiseeId: row.franchisee_id,
    until: Date.parse(row.until_at),
  }));
}
