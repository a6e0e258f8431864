import type { Setting } from '@aangan/contract/area.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { type Call, handle } from '@aangan/server/endpoint/handle.ts';
import { HEAD_OFFICE } from '@aangan/server/sql.ts';
import { type Actor, holds } from '@aangan/server/work/actor.ts';
import { chosenCentre, ensure } from '@aangan/server/work/ensure.ts';
import { readSetting, writeSetting } from '@aangan/server/work/settings.ts';
import type * as z from 'zod';
import { cadenceSetting } from '../enquiry/cadence-setting.ts';
import { ageSetting } from '../enquiry/child-age.ts';
import { limitsSetting } from '../enquiry/limits-setting.ts';
import { programmeSetting } from '../enquiry/programme-setting.ts';
import { privacySetting } from '../erase/privacy-setting.ts';
import { enquiryModules } from '../modules.ts';
import { publicFormSetting } from '../public-form/form-setting.ts';
import { enquirySettingContract, type SettingPart, settingParts } from './enquiry-setting.contract.ts';

const AREA = 'enquiries';
/** Stored keys of each part. */
const keysOf: Readonly<Record<SettingPart, readonly string[]>> = {
  privacy: [privacySetting.key],
  'public-form': [publicFormSetting.key, ageSetting.key],
  programmes: [programmeSetting.key],
  cadence: [cadenceSetting.key],
  limits: [limitsSetting.key],
};

/** The chosen centre's; with no centre chosen the network's, by head office. */
export const placeOf = (actor: Actor): number => actor.franchiseeId ?? HEAD_OFFICE;
export const mayChange = (actor: Actor): boolean =>
  holds(actor, enquiryModules.enquirySettings, true) && (actor.franchiseeId !== null || actor.wholeNetwork);
export const ensureMayChange = (actor: Actor) =>
  ensure(mayChange(actor), () => refuse('context.centre-needed'));

export const getEnquirySetting = handle(enquirySettingContract.get, async ({ db, actor }) => {
  const place = placeOf(actor);
  const rows = await db
    .selectFrom('setting')
    .select('key')
    .where('area', '=', AREA)
    .where('franchisee_id', '=', place)
    .execute();
  const stored = new Set(rows.map((row) => row.key));
  return {
    privacy: await readSetting(db, AREA, privacySetting, place),
    publicForm: await readSetting(db, AREA, publicFormSetting, place),
    ages: await readSetting(db, AREA, ageSetting, place),
    programmes: await readSetting(db, AREA, programmeSetting, place),
    cadence: await readSetting(db, AREA, cadenceSetting, place),
    limits: await readSetting(db, AREA, limitsSetting, place),
    own:
      actor.franchiseeId === null
        ? []
        : settingParts.filter((part) => keysOf[part].some((key) => stored.has(key))),
    network: actor.franchiseeId === null,
    can: { change: mayChange(actor) },
  };
});

/** Writes one setting where the person sets them. */
async function save<S extends z.ZodType>(
  { db, actor }: Pick<Call<unknown>, 'db' | 'actor'>,
  setting: Setting<S>,
  value: z.input<S>,
): Promise<{ saved: true }> {
  ensureMayChange(actor);
  await writeSetting(db, AREA, setting, placeOf(actor), value);
  return { saved: true };
}

export const savePrivacy = handle(enquirySettingContract.savePrivacy, (call) =>
  save(call, privacySetting, call.input),
);
export const saveProgrammes = handle(enquirySettingContract.saveProgrammes, (call) =>
  save(call, programmeSetting, call.input),
);
export const saveCadence = handle(enquirySettingContract.saveCadence, (call) =>
  save(call, cadenceSetting, call.input),
);
export const saveLimits = handle(enquirySettingContract.saveLimits, (call) =>
  save(call, limitsSetting, call.input),
);
export const savePublicForm = handle(enquirySettingContract.savePublicForm, async (call) => {
  await save(call, publicFormSetting, call.input.form);
  return save(call, ageSetting, call.input.ages);
});

export const followNetwork = handle(enquirySettingContract.follow, async ({ db, actor, input }) => {
  await db
    .deleteFrom('setting')
    .where('area', '=', AREA)
    .where('franchisee_id', '=', chosenCentre(actor))
    .where('key', 'in', [...keysOf[input.part]])
    .execute();
  return { saved: true as const };
});
