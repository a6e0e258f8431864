import { boolean, choice, date, integerReference, money, reference, text } from '@aangan/contract/fields.ts';
import { record } from '@aangan/contract/record.ts';
import { financeModules } from '../modules.ts';

// The specification's reference types, to the letter; people read what they mean.
export const referenceTypes = {
  APPLICATION_FORM: 'Application form',
  REGISTRATION_FORM: 'Registration form',
  ADMISSION_FORM: 'Admission form',
  APPLICATION_FORM_OFFLINE: 'Application form, at the centre',
  APPLICATION_FORM_FILL: 'Application form filled in',
  APPLICATION_FORM_FILL_OFFLINE: 'Application form filled in, at the centre',
  'TUITION FEES': 'Tuition fees',
} as const;

/** Application Fee, Admission Fee: collected on a receipt of their own before a plan exists (finance.md D1). */
export const receiptFeeType = record({
  name: 'receipt-fee-type',
  title: 'Receipt fee type',
  module: financeModules.FeeTypeApproval,
  scope: 'centre-year',
  screens: { list: '/fee-type/list', add: '/fee-type/add', edit: '/fee-type/edit/{id}' },
  fields: {
    name: text({
      label: 'Name',
      max: 80,
      search: true,
      help: 'As printed on the receipt, for example Application Fee',
    }),
    referenceType: choice({ label: 'Collected with', options: referenceTypes, filter: true }),
    classId: integerReference('class', { label: 'Class', optional: true, help: 'Empty: for every class' }),
    feeTypeId: reference('fee-type', { label: 'Fee type' }),
    amount: money({ label: 'Amount', min: 0 }),
    bankAccountId: reference('bank-account', { label: 'Paid into', optional: true }),
    online: boolean({ label: 'May be paid online' }),
    offline: boolean({ label: 'May be paid at the counter' }),
    refundableUntil: date({ label: 'Refundable until', optional: true }),
    active: boolean({ label: 'In use', filter: true }),
  },
  list: {
    columns: ['name', 'referenceType', 'classId', 'amount', 'feeTypeId', 'online', 'offline', 'active'],
    sort: 'name',
  },
});
