import { choice, date, integer } from '@aangan/contract/fields.ts';
import { record } from '@aangan/contract/record.ts';
import { communicationModules } from '../modules.ts';

/** What messages cost from a day on; head office keeps it. */
export const messageRate = record({
  name: 'message-rate',
  title: 'Rate',
  module: communicationModules.sendSMS,
  scope: 'network',
  keep: true,
  screens: {},
  fields: {
    channel: choice({ label: 'Way', options: { SMS: 'SMS', EMAIL: 'E-mail' }, filter: true }),
    category: choice({
      label: 'Category',
      options: { SERVICE: 'Service', PROMOTIONAL: 'Promotional' },
    }),
    fromOn: date({ label: 'From' }),
    paisePerHundred: integer({
      label: 'Paise for 100 units',
      min: 0,
      max: 1_000_000,
      help: '18 paise a unit are 1800',
    }),
  },
  list: { columns: ['channel', 'category', 'fromOn', 'paisePerHundred'], sort: '-fromOn' },
});
