import { integer, money } from '@aangan/contract/fields.ts';
import { record } from '@aangan/contract/record.ts';
import { financeModules } from '../modules.ts';

/** What a centre may give away in a year or term; above it one approval level more is needed. */
export const concessionBudget = record({
  name: 'concession-budget',
  title: 'Concession budget',
  module: financeModules.ConcessionAndTAXSettings,
  scope: 'centre-year',
  screens: {},
  fields: {
    term: integer({ label: 'Term', min: 0, max: 4, help: '0 is the whole year' }),
    amount: money({ label: 'Budget', min: 0 }),
  },
  label: 'term',
  list: { columns: ['term', 'amount'], sort: 'term' },
});
