import { command, nothing, query } from '@aangan/contract/endpoint.ts';
import { date, daySchema, integer } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { auditsModules as m } from '../modules.ts';

const read = { module: m.AMSConfiguration, scope: 'network' } as const;
const write = { ...read, write: true } as const;

/** areas/audits.md 3.6, in the order they are drawn. */
export const amsSettingFields = {
  visitsPerDay: integer({ label: 'Visits a day', min: 1, max: 3 }),
  minGapDays: integer({
    label: 'Days between two visits of a centre',
    min: 0,
    max: 180,
    help: 'A follow-up may come earlier',
  }),
  maxKm: integer({ label: 'Kilometres between two visits of a day', min: 1, max: 200 }),
  movesWithoutApproval: integer({ label: 'Moves of a visit without approval', min: 0, max: 5 }),
  announceDays: integer({ label: 'Days ahead that a visit is announced', min: 0, max: 30 }),
  geofenceM: integer({ label: 'Metres from the centre at the start', min: 50, max: 2000 }),
  firstAuditFromDays: integer({ label: 'First audit from day', min: 0, max: 180, help: 'After the opening' }),
  firstAuditToDays: integer({ label: 'First audit to day', min: 1, max: 180, help: 'After the opening' }),
  followUpDays: integer({ label: 'Days until a follow-up', min: 1, max: 90 }),
  submitDeadlineHours: integer({ label: 'Hours to submit an audit', min: 1, max: 240 }),
  publishDeadlineHours: integer({ label: 'Hours to review an audit', min: 1, max: 240 }),
  photoMaxPx: integer({ label: 'Longest side of a photo (pixels)', min: 800, max: 4000 }),
  photoQuality: integer({ label: 'Quality of a photo', min: 40, max: 95 }),
  maxPhotosPerAudit: integer({ label: 'Photos of an audit', min: 1, max: 300 }),
  packDaysAhead: integer({
    label: 'Days ahead that a visit is kept on the phone',
    min: 1,
    max: 14,
  }),
} as const;
export type AmsSettingName = keyof typeof amsSettingFields;

const set = z.object({
  effectiveFrom: z.string(),
  savedBy: z.string().nullable(),
  values: z.record(z.string(), z.int()),
});

export const amsSettingContract = {
  view: query({
    ...read,
    name: 'ams-setting.view',
    summary: 'Values of AMS in force, those to come and those that were.',
    input: z.strictObject({}),
    output: z.object({ now: set, coming: z.array(set), past: z.array(set) }),
  }),
  save: command({
    ...write,
    name: 'ams-setting.save',
    summary: 'Save values of AMS from a day to come. A set of the same day is replaced.',
    fields: { ...amsSettingFields, effectiveFrom: date({ label: 'Applies from' }) },
    output: nothing,
  }),
  takeBack: command({
    ...write,
    name: 'ams-setting.take-back',
    summary: 'Take back values that do not apply yet.',
    input: z.strictObject({ effectiveFrom: daySchema }),
    output: nothing,
  }),
};
export type AmsSettingSet = z.output<typeof set>;
