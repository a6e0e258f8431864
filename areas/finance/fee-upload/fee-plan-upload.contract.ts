import {
  boolean,
  choice,
  integer,
  integerReference,
  money,
  reference,
  text,
} from '@aangan/contract/fields.ts';
import { column, fileImport } from '@aangan/contract/file-import.ts';
import { financeModules } from '../modules.ts';

/** Kinds of payment options as a file names them. */
export const uploadOptions = {
  ONE_TIME: 'At once',
  HALF_YEARLY: 'Half-yearly',
  QUARTERLY: 'Quarterly',
  MONTHLY: 'Monthly',
  CUSTOM: 'Own instalments',
} as const;

/**
 * Fee plans from a file (finance.md 6 'Fee structure'): a row is what one fee costs in one instalment of one payment option.
 * A save makes drafts; at most 1,000 rows, so that the rows of a plan are always saved together.
 */
export const feePlanUpload = fileImport({
  name: 'fee-plan',
  title: 'Fee plans',
  module: financeModules.feeStructure,
  scope: 'network',
  mode: 'ALL_OR_NOTHING',
  maxRows: 1000,
  columns: {
    planCode: column(
      text({
        label: 'Plan code',
        max: 30,
        pattern: /^[A-Za-z0-9][A-Za-z0-9/-]{1,29}$/,
        patternHelp: 'Letters, digits and -, for example NUR-FD-2627',
      }),
      'NUR-FD-2627',
    ),
    planName: column(text({ label: 'Plan name', max: 120 }), 'Nursery Full Day 2026-2027'),
    academicYear: column(
      text({
        label: 'Academic year',
        max: 9,
        pattern: /^20\d\d-(20)?\d\d$/,
        patternHelp: 'Write the year as 2026-2027',
      }),
      '2026-2027',
    ),
    franchiseeId: column(
      integer({ label: 'Franchisee ID', min: 1, optional: true, help: 'Empty: every centre' }),
      '',
      'centre number',
    ),
    module: column(
      choice({ label: 'Module', options: { ACADEMIC: 'Academic', SERVICE: 'Service' }, optional: true }),
      'ACADEMIC',
    ),
    category: column(text({ label: 'Category', max: 60, optional: true })),
    classId: column(integerReference('class', { label: 'Class', optional: true }), 'Nursery'),
    session: column(
      choice({
        label: 'Session',
        options: { HALF_DAY: 'Half day', FULL_DAY: 'Full day', NONE: 'Any session' },
        optional: true,
      }),
      'FULL_DAY',
    ),
    feeTypeId: column(reference('fee-type', { label: 'Fee type' }), 'Tuition Fees'),
    amount: column(money({ label: 'Amount', min: 0, help: 'Of this fee for the whole year' }), '60000'),
    taxInclusive: column(boolean({ label: 'Tax inclusive', optional: true }), 'yes'),
    royaltyBase: column(
      choice({
        label: 'Royalty base',
        options: { NONE: 'None', GROSS: 'Gross', NET: 'Net' },
        optional: true,
      }),
      'NET',
    ),
    option: column(choice({ label: 'Option', options: uploadOptions }), 'Quarterly', 'payment option'),
    instalmentNo: column(integer({ label: 'Instalment no', min: 1, max: 60 }), '1', 'installment no'),
    label: column(text({ label: 'Label', max: 40 }), 'Quarter 1'),
    dueRule: column(
      choice({
        label: 'Due rule',
        options: {
          ON_ADMISSION: 'On admission',
          FIXED: 'Fixed',
          DAYS_AFTER: 'Days after',
          MONTH_DAY: 'Month day',
        },
      }),
      'ON_ADMISSION',
    ),
    dueValue: column(
      text({
        label: 'Due value',
        max: 20,
        optional: true,
        help: 'A date, days, or a month and day as 07-10',
      }),
    ),
    graceDays: column(integer({ label: 'Grace days', min: 0, max: 90, optional: true }), '5'),
    part: column(
      text({ label: 'Percent or amount', max: 20, help: 'What of the fee this instalment takes' }),
      '25%',
    ),
  },
});
