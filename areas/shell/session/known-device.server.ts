import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';

/** A browser stays known for 90 days after its last code. */
const DAYS = 90;

/** The id of the user's known device behind the browser's secret, or null. */
export async function knownDevice(
  db: Db,
  userId: string | null,
  deviceHash: Buffer | null,
  now: Date,
): Promise<string | null> {
  if (deviceHash === null) return null;
  const row = await db
    .selectFrom('known_device')
    .select('id')
    .where('user_id', '=', userId ?? NOBODY)
    .where('thumbprint', '=', deviceHash)
    .where('revoked_at', 'is', null)
    .where('last_code_at', '>', new Date(now.getTime() - DAYS * 86_400_000).toISOString())
    .executeTakeFirst();
  return row?.id ?? null;
}

// The same look-up for an account that does not exist (promise S5).
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Notes that this browser passed a code. `isNew` for one that the user never used before. */
export async function rememberDevice(
  db: Db,
  device: { userId: string; deviceHash: Buffer; name: string; ip: string; now: Date },
): Promise<{ id: string; isNew: boolean }> {
  const { rows } = await sql<{ id: string; is_new: boolean }>`
    insert into known_device (user_id, thumbprint, name, first_seen_at, last_code_at, last_ip)
    values (${device.userId}, ${device.deviceHash}, ${device.name.slice(0, 60)}, ${device.now.toISOString()}, ${device.now.toISOString()}, ${device.ip})
    on conflict (user_id, thumbprint) do update set last_code_at = excluded.last_code_at, last_ip = excluded.last_ip, revoked_at = null
    returning id, xmax = 0 as is_new`.execute(db);
  const row = rows[0] as { id: string; is_new: boolean };
  return { id: row.id, isNew: row.is_new };
}

/** The user's known browsers that still count, last used first. */
export async function knownDevices(
  db: Db,
  userId: string,
  now: Date,
): Promise<{ id: string; name: string; firstSeenAt: string; lastCodeAt: string; place: string | null }[]> {
  const rows = await db
    .selectFrom('known_device')
    .select(['id', 'name', 'first_seen_at', 'last_code_at', 'last_ip'])
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('last_code_at', '>', new Date(now.getTime() - DAYS * 86_400_000).toISOString())
    .orderBy('last_code_at', 'desc')
    .limit(50)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name ?? 'Browser',
    firstSeenAt: row.first_seen_at,
    lastCodeAt: row.last_code_at,
    place: row.last_ip,
  }));
}

/** 'Chrome on Windows': enough for a person to tell their devices apart. */
export function deviceName(userAgent: string): string {
  const browser = /Edg\//.test(userAgent)
    ? 'Edge'
    : /Firefox\//.test(userAgent)
      ? 'Firefox'
      : /Chrome\//.test(userAgent)
        ? 'Chrome'
        : /Safari\//.test(userAgent)
          ? 'Safari'
          : 'Browser';
  const system = /Android/.test(userAgent)
    ? 'Android'
    : /iPhone|iPad/.test(userAgent)
      ? 'iPhone or iPad'
      : /Windows/.test(userAgent)
        ? 'Windows'
        : /Mac OS/.test(userAgent)
          ? 'Mac'
          : /Linux/.test(userAgent)
            ? 'Linux'
            : 'unknown system';
  return `${browser} on ${system}`;
}
