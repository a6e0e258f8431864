import type { Day } from '@aangan/contract/period.ts';
import { HEAD_OFFICE } from '@aangan/server/sql.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { readSettingText, type SettingName, type SettingValue, settingKeys } from './setting-keys.ts';

export interface StoredSetting {
  readonly id: string;
  readonly version: number;
  readonly franchiseeId: number;
  readonly key: SettingName;
  readonly value: string;
  readonly fromOn: Day;
  readonly note: string | null;
}

/** Rows of the network and of the centre, newest day first. */
export const storedSettings = async (
  db: Db,
  franchiseeId: number,
  key: SettingName | null = null,
): Promise<StoredSetting[]> =>
  (
    await sql<StoredSetting>`select id, version, franchisee_id as "franchiseeId", key, value, from_on as "fromOn", note from vehicle_setting
       where franchisee_id in (${HEAD_OFFICE}, ${franchiseeId}) and (${key}::text is null or key = ${key}) order by from_on desc`.execute(
      db,
    )
  ).rows.filter((row) => row.key in settingKeys);

/** What the network says on the day, else what the key starts with. */
export function networkValue(name: SettingName, rows: readonly StoredSetting[], day: Day): number | boolean {
  const row = rows.find((one) => one.key === name && one.franchiseeId === HEAD_OFFICE && one.fromOn <= day);
  return (row && readSettingText(name, row.value)) ?? settingKeys[name].start;
}

/** The centre's own value on the day, else the network's. */
export async function vehicleSettingOf<K extends SettingName>(
  db: Db,
  franchiseeId: number,
  name: K,
  day: Day,
): Promise<SettingValue<K>> {
  const rows = await storedSettings(db, franchiseeId, name);
  const own = rows.find((row) => row.franchiseeId === franchiseeId && row.fromOn <= day);
  const value = (own && readSettingText(name, own.value)) ?? networkValue(name, rows, day);
  return value as SettingValue<K>; // readSettingText answers the key's kind
}
