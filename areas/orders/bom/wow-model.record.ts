import { boolean, integer, text } from '@aangan/contract/fields.ts';
import { record } from '@aangan/contract/record.ts';
import { ordersModules as m } from '../modules.ts';

/** A size of centre that WOW kits are planned for. The product team keeps it. */
export const wowModel = record({
  name: 'wow-model',
  title: 'Model',
  module: m.ProductRetailerMargin,
  scope: 'network',
  keep: true,
  screens: {},
  fields: {
    name: text({ label: 'Model', max: 60, search: true, unique: 'in network' }),
    seats: integer({ label: 'Seats', min: 1, max: 1000 }),
    areaSqft: integer({ label: 'Area (sq ft)', min: 1, max: 100_000 }),
    active: boolean({ label: 'Active' }),
  },
  label: 'name',
  list: { columns: ['name', 'seats', 'areaSqft', 'active'], sort: 'seats' },
});
