import { date, money, reference, text } from '@aangan/contract/fields.ts';
import { record } from '@aangan/contract/record.ts';
import { enquiryModules } from '../modules.ts';

/** What a centre paid in a month for a source; with it the dashboard knows what a lead and an admission cost. */
export const enquirySpend = record({
  name: 'enquiry-spend',
  title: 'Spend',
  plural: 'Spends',
  module: enquiryModules.enquirySettings,
  scope: 'centre',
  screens: {},
  fields: {
    month: date({
      label: 'Month',
      filter: 'range',
      help: 'Any day of it; one amount for each month and source.',
    }),
    sourceId: reference('enquiry-source', { label: 'Source', filter: true }),
    amount: money({ label: 'Amount', min: 1 }),
    note: text({ label: 'Note', max: 200, optional: true }),
  },
  list: { columns: ['month', 'sourceId', 'amount', 'note'], sort: '-month' },
  label: 'month',
});
