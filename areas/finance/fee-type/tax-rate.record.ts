import { boolean, date, longText, money, percent, text } from '@aangan/contract/fields.ts';
import { record } from '@aangan/contract/record.ts';
import { financeModules } from '../modules.ts';

const ordered = ({ fromOn, toOn }: { fromOn: string | null; toOn: string | null }) =>
  !toOn || !fromOn || toOn >= fromOn || { toOn: 'Not before the first day' };

/** GST rates, dated: what a component bears on a day (finance.md D14: rulings differ by line and date, so data). */
export const taxRate = record({
  name: 'tax-rate',
  title: 'Tax rate',
  module: financeModules.ConcessionAndTAXSettings,
  scope: 'network',
  screens: {},
  fields: {
    code: text({
      label: 'Code',
      max: 20,
      pattern: /^[A-Z][A-Z0-9_]{1,19}$/,
      patternHelp: 'Capital letters, digits and _',
      search: true,
      sample: 'SPORTS',
    }),
    description: text({ label: 'For', max: 120 }),
    sac: text({
      label: 'SAC or HSN',
      max: 8,
      pattern: /^[0-9]{4,8}$/,
      patternHelp: '4 to 8 digits',
      optional: true,
      sample: '999210',
    }),
    rateBp: percent({ label: 'Rate' }),
    exempt: boolean({ label: 'Exempt' }),
    exemptionNote: longText({ label: 'Note on receipts', max: 200, optional: true }),
    fromOn: date({ label: 'From' }),
    toOn: date({ label: 'To', optional: true }),
  },
  check: (values) =>
    values.exempt && values.rateBp !== 0 ? { rateBp: 'An exempt supply has 0 %' } : ordered(values),
  list: { columns: ['code', 'description', 'sac', 'rateBp', 'exempt', 'fromOn', 'toOn'], sort: 'code' },
});

/** Income-tax deducted at source on royalty, by law and date. */
export const tdsRate = record({
  name: 'tds-rate',
  title: 'TDS rate',
  module: financeModules.ConcessionAndTAXSettings,
  scope: 'network',
  screens: {},
  fields: {
    section: text({ label: 'Section', max: 60, search: true }),
    law: text({ label: 'Act', max: 80 }),
    paymentCode: text({ label: 'Payment code', max: 10, optional: true }),
    rateBp: percent({ label: 'Rate' }),
    noPanRateBp: percent({ label: 'Rate without PAN' }),
    threshold: money({ label: 'Threshold of a tax year', min: 0 }),
    certificateForm: text({ label: 'Certificate form', max: 10 }),
    returnForm: text({ label: 'Return form', max: 10 }),
    fromOn: date({ label: 'From' }),
    toOn: date({ label: 'To', optional: true }),
  },
  check: ordered,
  list: {
    columns: ['section', 'law', 'paymentCode', 'rateBp', 'noPanRateBp', 'threshold', 'fromOn', 'toOn'],
    sort: '-fromOn',
  },
});
