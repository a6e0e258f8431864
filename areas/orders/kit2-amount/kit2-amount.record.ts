import { boolean, choice, date, integerReference, money } from '@aangan/contract/fields.ts';
import { record } from '@aangan/contract/record.ts';
import { academicYears } from '../academic-years.ts';
import { ordersModules as m } from '../modules.ts';

/** Two amounts per year and class: what the centre pays for curriculum kit 2, and the fee that releases it to a child. */
export const kit2Amount = record({
  name: 'kit2-amount',
  title: 'Curriculum kit 2 amount',
  module: m.curriculumkit2configurationamount,
  scope: 'shared',
  screens: {
    list: '/curriculumKit2/amount-configuration-list',
    add: '/curriculumKit2/create-edit-amount-configuration',
    edit: '/curriculumKit2/edit-amount-configuration/{id}/edit',
  },
  fields: {
    academicYear: choice({ label: 'Academic year', options: academicYears }),
    classId: integerReference('class', {
      label: 'Class',
      optional: true,
      filter: true,
      help: 'Empty: every class without an amount of its own',
    }),
    amount: money({
      label: 'Price',
      min: 0,
      column: 'amount_paise',
      help: 'Before tax, charged to the centre',
    }),
    minFeeCollected: money({
      label: 'Fee to collect first',
      min: 0,
      column: 'min_fee_collected_paise',
      help: 'Paid by the family before the kit is released',
    }),
    orderFrom: date({ label: 'Order from' }),
    orderTo: date({ label: 'Order to' }),
    requiresKit1: boolean({ label: 'Only after kit 1' }),
    active: boolean({ label: 'Active' }),
  },
  check: ({ orderFrom, orderTo }) =>
    !orderFrom || !orderTo || orderTo >= orderFrom || { orderTo: 'Order to must be on or after order from' },
  list: {
    columns: [
      'academicYear',
      'classId',
      'amount',
      'minFeeCollected',
      'orderFrom',
      'orderTo',
      'requiresKit1',
      'active',
    ],
    sort: '-academicYear',
  },
  import: true,
});
