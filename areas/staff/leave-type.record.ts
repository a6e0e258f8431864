import { boolean, choice, integer, text } from '@aangan/contract/fields.ts';
import { record } from '@aangan/contract/record.ts';
import { staffModules } from './modules.ts';

export const accruals = {
  YEARLY: 'At once, on 1 April',
  MONTHLY: 'Month by month',
  NONE: 'Only when granted',
} as const;

/** Kinds of leave: the network's, and a centre's own beside them. Everything is counted in half days. */
export const leaveType = record({
  name: 'leave-type',
  title: 'Leave type',
  module: staffModules.staffApprove,
  scope: 'shared',
  screens: {},
  keep: true,
  fields: {
    code: {
      ...text({
        label: 'Code',
        max: 6,
        search: true,
        unique: 'in centre',
        help: 'Two to six capital letters',
      }),
      sample: 'XL',
      schema: text({ label: 'Code', max: 6 }).schema.regex(/^[A-Z]{2,6}$/, 'Two to six capital letters'),
    },
    name: text({ label: 'Name', max: 60, search: true }),
    paid: boolean({ label: 'Paid' }),
    yearlyHalves: integer({ label: 'Half days a year', min: 0, max: 730 }),
    accrual: choice({ label: 'Credited', options: accruals, filter: true }),
    carryHalves: integer({ label: 'Half days that go over into the next year', min: 0, max: 730 }),
    countsBetween: boolean({ label: 'Days off in between count' }),
    maxRunHalves: integer({ label: 'Most half days at a time', min: 1, max: 730, optional: true }),
    noticeDays: integer({ label: 'Days of notice', min: 0, max: 90 }),
    backDays: integer({ label: 'Days it may be applied for afterwards', min: 0, max: 90 }),
    proofAfterHalves: integer({
      label: 'Proof needed above so many half days',
      min: 0,
      max: 730,
      optional: true,
    }),
    gender: choice({ label: 'Only for', options: { FEMALE: 'Women', MALE: 'Men' }, optional: true }),
    halfAllowed: boolean({ label: 'Half days allowed' }),
    negativeHalves: integer({ label: 'Half days below zero allowed', min: 0, max: 730 }),
    position: integer({ label: 'Position', min: 0, max: 999 }),
    active: boolean({ label: 'Active', filter: true }),
  },
  label: 'name',
  list: {
    columns: ['code', 'name', 'paid', 'yearlyHalves', 'accrual', 'countsBetween', 'noticeDays', 'active'],
    sort: 'position',
  },
});
