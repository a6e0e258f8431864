// Settings with a value of the network and, where a centre wants its own, one of the centre.
import { can, command, query } from '@aangan/contract/endpoint.ts';
import * as z from 'zod';
import { cadenceSetting } from '../enquiry/cadence-setting.ts';
import { ageSetting } from '../enquiry/child-age.ts';
import { limitsSetting } from '../enquiry/limits-setting.ts';
import { programmeSetting } from '../enquiry/programme-setting.ts';
import { privacySetting } from '../erase/privacy-setting.ts';
import { enquiryModules } from '../modules.ts';
import { publicFormSetting } from '../public-form/form-setting.ts';

const base = { module: enquiryModules.enquirySettings, scope: 'centre' } as const;
const change = { ...base, write: true } as const;

export const settingParts = ['privacy', 'public-form', 'programmes', 'cadence', 'limits'] as const;
export type SettingPart = (typeof settingParts)[number];

const done = z.object({ saved: z.literal(true) });

export const enquirySettingContract = {
  get: query({
    ...base,
    name: 'enquiry-setting.get',
    summary:
      'Privacy, public form, ages, programmes, tries and limits as they hold for the chosen centre, or for the network.',
    input: z.strictObject({}),
    output: z.object({
      privacy: privacySetting.schema,
      publicForm: publicFormSetting.schema,
      ages: ageSetting.schema,
      programmes: programmeSetting.schema,
      cadence: cadenceSetting.schema,
      limits: limitsSetting.schema,
      /** Parts for which the centre has values of its own. */
      own: z.array(z.enum(settingParts)),
      /** The values are the network's. */
      network: z.boolean(),
      can,
    }),
  }),
  savePrivacy: command({
    ...change,
    name: 'enquiry-setting.save-privacy',
    summary: 'Set how long enquiries are kept and whether staff are told that a family is known elsewhere.',
    input: z.strictObject(privacySetting.schema.shape),
    output: done,
  }),
  savePublicForm: command({
    ...change,
    name: 'enquiry-setting.save-public-form',
    summary: 'Set what the public enquiry form asks and says, and how old a child may be.',
    input: z.strictObject({ form: publicFormSetting.schema, ages: ageSetting.schema }),
    output: done,
  }),
  saveProgrammes: command({
    ...change,
    name: 'enquiry-setting.save-programmes',
    summary: 'Name the programmes that forms, uploads and rules offer.',
    input: z.strictObject({ names: programmeSetting.schema.shape.names }),
    output: done,
  }),
  saveCadence: command({
    ...change,
    name: 'enquiry-setting.save-cadence',
    summary: 'Set after how many days a family that was not reached is tried again.',
    input: z.strictObject(cadenceSetting.schema.shape),
    output: done,
  }),
  saveLimits: command({
    ...change,
    name: 'enquiry-setting.save-limits',
    summary:
      'Set after how many tries closing is proposed, how far ahead a next date may lie, and when calls are made.',
    input: z.strictObject(limitsSetting.schema.shape),
    output: done,
  }),
  follow: command({
    ...change,
    needsCentre: true,
    name: 'enquiry-setting.follow-network',
    summary: "Give up the centre's own values: those of head office hold again.",
    input: z.strictObject({ part: z.enum(settingParts) }),
    output: done,
  }),
};
