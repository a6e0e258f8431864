import { date, money, percent, text } from '@aangan/contract/fields.ts';
import { record } from '@aangan/contract/record.ts';
import { ordersModules as m } from '../modules.ts';

/** GST of goods. The longest prefix of a product's HSN decides; finance keeps the rates of services. */
export const hsnRate = record({
  name: 'hsn-rate',
  title: 'HSN rate',
  module: m.ProductRetailerMargin,
  scope: 'network',
  screens: {},
  fields: {
    hsnPrefix: text({
      label: 'HSN begins with',
      max: 8,
      pattern: /^\d{2,8}$/,
      patternHelp: '2 to 8 digits',
      sample: '9503',
      search: true,
    }),
    description: text({ label: 'Goods', max: 120, search: true }),
    fromOn: date({ label: 'From' }),
    unitValueTo: money({
      label: 'Piece worth up to',
      min: 1,
      optional: true,
      help: 'Before tax; leave empty for every value',
      column: 'unit_value_to_paise',
    }),
    rateBp: percent({ label: 'GST rate' }),
  },
  label: 'hsnPrefix',
  list: { columns: ['hsnPrefix', 'description', 'rateBp', 'unitValueTo', 'fromOn'], sort: 'hsnPrefix' },
});
