import { fieldSetting } from '@aangan/contract/area.ts';
import { choice, date, integer, money, percent } from '@aangan/contract/fields.ts';
import { settingForm } from '@aangan/contract/setting-form.ts';
import { financeModules } from '../modules.ts';
import { type LateFeeRule, lateFeeTypes } from './late-fee.ts';

/** What a late instalment costs (finance.md 3.6). */
export const lateFeeSettings = {
  type: fieldSetting({
    key: 'late_fee_type',
    field: choice({ label: 'A late instalment costs', options: lateFeeTypes }),
    default: 'NONE',
  }),
  graceDays: fieldSetting({
    key: 'late_fee_grace_days',
    field: integer({
      label: 'Days of grace',
      min: 0,
      max: 90,
      help: 'An instalment with more days of grace keeps them',
    }),
    default: 5,
  }),
  dueFrom: fieldSetting({
    key: 'late_fee_due_from',
    field: date({
      label: 'For instalments due from',
      help: 'Empty: for every instalment that is open, old ones too',
      optional: true,
    }),
    default: null,
  }),
  cap: fieldSetting({
    key: 'late_fee_cap',
    field: money({ label: 'At most for an instalment', min: 0, help: 'Empty: no limit', optional: true }),
    default: null,
  }),
  amount: fieldSetting({
    key: 'late_fee_amount',
    field: money({ label: 'Amount', min: 0 }),
    default: 50_00,
  }),
  monthBp: fieldSetting({
    key: 'late_fee_month_bp',
    field: percent({ label: 'Share for each month begun' }),
    default: 200,
  }),
  firstDays: fieldSetting({
    key: 'late_fee_first_days',
    field: integer({ label: 'First step: up to (days late)', min: 1, max: 365 }),
    default: 7,
  }),
  firstAmount: fieldSetting({
    key: 'late_fee_first_amount',
    field: money({ label: 'First step', min: 0 }),
    default: 100_00,
  }),
  secondDays: fieldSetting({
    key: 'late_fee_second_days',
    field: integer({ label: 'Second step: up to (days late)', min: 1, max: 365 }),
    default: 30,
  }),
  secondAmount: fieldSetting({
    key: 'late_fee_second_amount',
    field: money({ label: 'Second step', min: 0 }),
    default: 300_00,
  }),
  thirdAmount: fieldSetting({
    key: 'late_fee_third_amount',
    field: money({ label: 'Later than that', min: 0 }),
    default: 500_00,
  }),
};

/** /concession/fee-setting, tab Late fee. */
export const lateFeeRules = settingForm({
  name: 'late-fee-rules',
  title: 'Late fee',
  area: 'finance',
  module: financeModules.ConcessionAndTAXSettings,
  settings: lateFeeSettings,
});

/** The rule whose values `read` gives, setting by setting. */
export const lateFeeRuleOf = async (
  read: (name: keyof typeof lateFeeSettings) => unknown,
): Promise<LateFeeRule> =>
  Object.fromEntries(
    await Promise.all(
      (Object.keys(lateFeeSettings) as (keyof typeof lateFeeSettings)[]).map(async (name) => [
        name,
        await read(name),
      ]),
    ),
  ) as unknown as LateFeeRule; // the settings have the rule's own names
