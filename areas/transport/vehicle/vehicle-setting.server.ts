// Vehicle settings: inside the bounds of their key, and a centre's safety key no looser than the network's.
import { type Day, todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { HEAD_OFFICE } from '@aangan/server/sql.ts';
import { chosenCentre, ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import { lockRow } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { refuseTransport } from '../transport.refusals.ts';
import {
  isAsStrict,
  readSettingText,
  type SettingName,
  settingBounds,
  settingNames,
} from './setting-keys.ts';
import { networkValue, storedSettings } from './setting-values.server.ts';
import { vehicleSettingContract as contract } from './vehicle-setting.contract.ts';

export const effectiveSettings = handle(contract.effective, async ({ db, actor, now }) => {
  const today = todayIst(now);
  const centre = chosenCentre(actor);
  const stored = await storedSettings(db, centre);
  return {
    ofNetwork: centre === HEAD_OFFICE,
    rows: settingNames.map((key) => {
      const network = networkValue(key, stored, today);
      const mine = stored.filter((row) => row.key === key && row.franchiseeId === centre);
      const own = mine.find(({ fromOn }) => fromOn <= today) ?? null;
      return {
        key,
        network,
        own,
        coming: mine.findLast(({ fromOn }) => fromOn > today) ?? null,
        effective: (own && readSettingText(key, own.value)) ?? network,
        bounds: boundsFor(key, centre, network),
      };
    }),
  };
});

const boundsFor = (key: SettingName, centre: number, network: number | boolean): string =>
  settingBounds(key, centre === HEAD_OFFICE ? null : network);

async function ensureAllowed(
  db: Db,
  centre: number,
  { key, value, fromOn }: { key: SettingName; value: string; fromOn: Day },
): Promise<void> {
  const read = readSettingText(key, value);
  const network = networkValue(key, await storedSettings(db, centre, key), fromOn);
  const strict = read !== null && (centre === HEAD_OFFICE || isAsStrict(key, read, network));
  const bounds = boundsFor(key, centre, network);
  ensure(strict, () =>
    refuseTransport('setting.bounds', {
      details: { bounds },
      fields: { value: `The network allows ${bounds}.` },
    }),
  );
}

async function ensureOnce(
  db: Db,
  centre: number,
  at: { key: string; fromOn: Day; but: string | null },
): Promise<void> {
  const same = await db
    .selectFrom('vehicle_setting')
    .select('id')
    .where('franchisee_id', '=', centre)
    .where('key', '=', at.key)
    .where('from_on', '=', at.fromOn)
    .executeTakeFirst();
  ensure(!same || same.id === at.but, () =>
    refuseTransport('setting.exists', { fields: { fromOn: 'This day has a value already' } }),
  );
}

export const addSetting = handle(contract.add, async ({ db, actor, input }) => {
  const centre = chosenCentre(actor);
  await ensureAllowed(db, centre, input);
  await ensureOnce(db, centre, { ...input, but: null });
  return db
    .insertInto('vehicle_setting')
    .values({
      franchisee_id: centre,
      key: input.key,
      value: input.value,
      from_on: input.fromOn,
      note: input.note ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
});

/** Locked, and the chosen centre's own: the network's rows can be read by all. */
async function ownSetting(db: Db, centre: number, id: string, version: number | undefined) {
  const own = await db
    .selectFrom('vehicle_setting')
    .select('id')
    .where('franchisee_id', '=', centre)
    .where('id', '=', id)
    .executeTakeFirst();
  ensureFound(own);
  const row = await lockRow(db, 'vehicle_setting', id, version);
  return { ...row, key: row.key as SettingName };
}

export const changeSetting = handle(contract.change, async ({ db, actor, input, version }) => {
  const centre = chosenCentre(actor);
  const { key } = await ownSetting(db, centre, input.id, version);
  await ensureAllowed(db, centre, { ...input, key });
  await ensureOnce(db, centre, { key, fromOn: input.fromOn, but: input.id });
  await db
    .updateTable('vehicle_setting')
    .set({ value: input.value, from_on: input.fromOn, note: input.note ?? null })
    .where('franchisee_id', '=', centre)
    .where('id', '=', input.id)
    .execute();
  return {};
});

export const resetSetting = handle(contract.reset, async ({ db, actor, input, version }) => {
  const centre = chosenCentre(actor);
  await ownSetting(db, centre, input.id, version);
  await db
    .deleteFrom('vehicle_setting')
    .where('franchisee_id', '=', centre)
    .where('id', '=', input.id)
    .execute();
  return {};
});
