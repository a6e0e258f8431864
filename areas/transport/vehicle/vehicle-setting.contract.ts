import { command, nothing, query } from '@aangan/contract/endpoint.ts';
import { daySchema, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { transportModules as m } from '../modules.ts';
import { type SettingName, settingLabels } from './setting-keys.ts';
import { settingFields } from './vehicle-setting.record.ts';

const read = { module: m.VehicleDetails, scope: 'centre', needsCentre: true } as const;
const write = { ...read, write: true } as const;
const id = { id: uuidSchema };
const { key: _key, ...values } = settingFields;
const stored = z.object({
  ...id,
  version: z.int(),
  value: z.string(),
  fromOn: daySchema,
  note: z.string().nullable(),
});

export const vehicleSettingContract = {
  effective: query({
    ...read,
    name: 'vehicle-setting.effective',
    summary: 'What holds today for every vehicle setting: the network and the centre, with bounds.',
    input: z.strictObject({}),
    output: z.object({
      ofNetwork: z.boolean(),
      rows: z.array(
        z.object({
          key: z.enum(Object.keys(settingLabels) as [SettingName, ...SettingName[]]),
          network: z.union([z.number(), z.boolean()]),
          own: stored.nullable(),
          coming: stored.nullable(),
          effective: z.union([z.number(), z.boolean()]),
          bounds: z.string(),
        }),
      ),
    }),
  }),
  add: command({
    ...write,
    name: 'vehicle-setting.add',
    summary: 'Set a vehicle setting from a day on, inside the bounds of the network.',
    fields: settingFields,
    output: z.object(id),
  }),
  change: command({
    ...write,
    versioned: true,
    name: 'vehicle-setting.change',
    summary: 'Change the value of a vehicle setting, its day or its note.',
    input: id,
    fields: values,
    output: nothing,
  }),
  reset: command({
    ...write,
    versioned: true,
    name: 'vehicle-setting.reset',
    summary: 'Take an own value away: the network holds again.',
    input: z.strictObject(id),
    output: nothing,
  }),
};
