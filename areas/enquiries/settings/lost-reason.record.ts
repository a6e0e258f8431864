import { boolean, integer, text } from '@aangan/contract/fields.ts';
import { record } from '@aangan/contract/record.ts';
import { enquiryModules } from '../modules.ts';

export const lostReason = record({
  name: 'lost-reason',
  title: 'Lost reason',
  module: enquiryModules.enquirySettings,
  scope: 'shared',
  screens: {},
  keep: true,
  fields: {
    name: text({ label: 'Name', max: 40, search: true, unique: 'in centre' }),
    needsCompetitor: boolean({ label: 'Asks for the competitor' }),
    neutral: boolean({ label: 'Left out of the loss rate' }),
    reviveDays: integer({ label: 'Try again after (days)', min: 0, max: 730, help: '0 = never' }),
    junk: boolean({ label: 'Junk' }),
    active: boolean({ label: 'Active', filter: true }),
  },
  list: { columns: ['name', 'needsCompetitor', 'neutral', 'reviveDays', 'active'], sort: 'name' },
});
