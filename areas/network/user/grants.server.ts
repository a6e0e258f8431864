import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';

export interface OpenGrant {
  id: string;
  roleId: number;
  scope: 'NETWORK' | 'ZONE' | 'CENTRES' | 'CENTRE';
  zoneId: number | null;
  franchiseeId: number | null;
  from: string;
  to: string | null;
}

/** Grants that count on an IST day: from_on <= day <= to_on, not ended (network.md 3.1). */
export async function openGrants(db: Db, userId: string, on: string): Promise<OpenGrant[]> {
  const rows = await db
    .selectFrom('user_role')
    .select(['id', 'role_id', 'scope', 'zone_id', 'franchisee_id', 'from_on', 'to_on'])
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('from_on', '<=', on)
    .where((eb) => eb.or([eb('to_on', 'is', null), eb('to_on', '>=', on)]))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    roleId: row.role_id,
    scope: row.scope,
    zoneId: row.zone_id,
    franchiseeId: row.franchisee_id,
    from: row.from_on,
    to: row.to_on,
  }));
}

/** The centres behind a CENTRES grant on a day. */
export async function listedCentres(db: Db, userId: string, on: string): Promise<number[]> {
  const rows = await db
    .selectFrom('user_centre')
    .select('franchisee_id')
    .distinct()
    .where('user_id', '=', userId)
    .where('from_on', '<=', on)
    .where((eb) => eb.or([eb('to_on', 'is', null), eb('to_on', '>=', on)]))
    .orderBy('franchisee_id')
    .execute();
  return rows.map((row) => row.franchisee_id);
}

/** Centres of a zone and of the zones below it, today's. */
export async function centresOfZone(db: Db, zoneId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive below as (select id from zone where id = ${zoneId} union select z.id from zone z join below b on z.parent_id = b.id)
    select f.id from franchisee f join below b on b.id = f.zone_id order by f.id`.execute(db);
  return rows.map((row) => row.id);
}

/** Codes given to the user: with the centre they hold at, null = everywhere. */
export async function approvalCodes(
  db: Db,
  userId: string,
  franchiseeId?: number,
): Promise<{ code: string; franchiseeId: number | null }[]> {
  const rows = await db
    .selectFrom('user_approval_code')
    .select(['code', 'franchisee_id'])
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .$if(franchiseeId !== undefined, (qb) =>
      qb.where((eb) => eb.or([eb('franchisee_id', 'is', null), eb('franchisee_id', '=', franchiseeId ?? 0)])),
    )
    .execute();
  return rows.map((row) => ({ code: row.code, franchiseeId: row.franchisee_id }));
}

/** Gives an approval code; a code already held stays as it is. */
export async function setApprovalCode(
  db: Db,
  grant: { userId: string; code: string; franchiseeId?: number },
): Promise<void> {
  await sql`insert into user_approval_code (user_id, code, franchisee_id) values (${grant.userId}, ${grant.code}, ${grant.franchiseeId ?? null})
    on conflict (user_id, code, (coalesce(franchisee_id, 0))) where revoked_at is null do nothing`.execute(
    db,
  );
}

/** Takes an approval code away (at one centre, or the one held everywhere). */
export async function clearApprovalCode(
  db: Db,
  grant: { userId: string; code: string; franchiseeId?: number },
): Promise<void> {
  await db
    .updateTable('user_approval_code')
    .set({ revoked_at: sql<string>`now()` })
    .where('user_id', '=', grant.userId)
    .where('code', '=', grant.code)
    .where('revoked_at', 'is', null)
    .where(sql<boolean>`franchisee_id is not distinct from ${grant.franchiseeId ?? null}`)
    .execute();
}

/** Adds a centre to a user's CENTRES grants for a while (AMS allocation, trainers, relief). A repeated call changes nothing. */
export async function grantCentre(
  db: Db,
  grant: {
    userId: string;
    franchiseeId: number;
    from: string;
    to: string | null;
    source: 'AMS' | 'TRAINER' | 'RELIEF';
    sourceId: string;
  },
): Promise<void> {
  const same = await db
    .selectFrom('user_centre')
    .select('id')
    .where('user_id', '=', grant.userId)
    .where('franchisee_id', '=', grant.franchiseeId)
    .where('source', '=', grant.source)
    .where('source_id', '=', grant.sourceId)
    .executeTakeFirst();
  if (same) return;
  await db
    .insertInto('user_centre')
    .values({
      user_id: grant.userId,
      franchisee_id: grant.franchiseeId,
      from_on: grant.from,
      to_on: grant.to,
      source: grant.source,
      source_id: grant.sourceId,
    })
    .execute();
}

/** Ends what `grantCentre` gave for this source; `on` is the last day. */
export async function revokeCentre(
  db: Db,
  which: { source: 'AMS' | 'TRAINER' | 'RELIEF'; sourceId: string; on: string },
): Promise<void> {
  await db
    .updateTable('user_centre')
    .set({ to_on: which.on })
    .where('source', '=', which.source)
    .where('source_id', '=', which.sourceId)
    .where((eb) => eb.or([eb('to_on', 'is', null), eb('to_on', '>', which.on)]))
    .execute();
}
