import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { HEAD_OFFICE } from '@aangan/server/sql.ts';
import { type Actor, holds } from '@aangan/server/work/actor.ts';
import { chosenCentre, ensure } from '@aangan/server/work/ensure.ts';
import { readSetting, writeSetting } from '@aangan/server/work/settings.ts';
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
const placeOf = (actor: Actor): number => actor.franchiseeId ?? HEAD_OFFICE;
const mayChange = (actor: Actor): boolean =>
  holds(actor, enquiryModules.enquirySettings, true) && (actor.franchiseeId !== null || actor.wholeNetwork);
const ensureMayChange = (actor: Actor) => ensure(mayChange(actor), () => refuse('context.centre-needed'));

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

export const savePrivacy = handle(enquirySettingContract.savePrivacy, async ({ db, actor, input }) => {
  ensureMayChange(actor);
  await writeSetting(db, AREA, privacySetting, placeOf(actor), input);
  return { saved: true as const };
});

export const savePublicForm = handle(enquirySettingContract.savePublicForm, async ({ db, actor, input }) => {
  ensureMayChange(actor);
  await writeSetting(db, AREA, publicFormSetting, placeOf(actor), input.form);
  await writeSetting(db, AREA, ageSetting, placeOf(actor), input.ages);
  return { saved: true as const };
});

export const saveProgrammes = handle(enquirySettingContract.saveProgrammes, async ({ db, actor, input }) => {
  ensureMayChange(actor);
  await writeSetting(db, AREA, programmeSetting, placeOf(actor), input);
  return { saved: true as const };
});

export const saveCadence = handle(enquirySettingContract.saveCadence, async ({ db, actor, input }) => {
  ensureMayChange(actor);
  await writeSetting(db, AREA, cadenceSetting, placeOf(actor), input);
  return { saved: true as const };
});

export const saveLimits = handle(enquirySettingContract.saveLimits, async ({ db, actor, input }) => {
  ensureMayChange(actor);
  await writeSetting(db, AREA, limitsSetting, placeOf(actor), input);
  return { saved: true as const };
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
