import { boolean, text, time } from '@aangan/contract/fields.ts';
import { record } from '@aangan/contract/record.ts';
import { ordersModules as m } from '../modules.ts';

/** From where goods leave; its GSTIN is the seller's on their invoices. */
export const warehouse = record({
  name: 'warehouse',
  title: 'Warehouse',
  module: m.warehouseMapping,
  scope: 'network',
  keep: true,
  screens: {},
  fields: {
    code: text({
      label: 'Code',
      max: 3,
      pattern: /^[A-Z]{3}$/,
      patternHelp: '3 capital letters',
      sample: 'PUN',
      search: true,
      unique: 'in network',
    }),
    name: text({ label: 'Name', max: 80, search: true }),
    address: text({ label: 'Address', max: 300 }),
    pincode: text({
      label: 'Pincode',
      max: 6,
      pattern: /^[1-9]\d{5}$/,
      patternHelp: '6 digits',
      sample: '411045',
    }),
    gstin: text({
      label: 'GSTIN',
      max: 15,
      pattern: /^\d{2}[A-Z0-9]{13}$/,
      patternHelp: '15 letters and digits',
      sample: '27AAACA1234A1Z5',
    }),
    cutoff: time({ label: 'Parcels leave at' }),
    active: boolean({ label: 'Active' }),
  },
  label: 'name',
  list: { columns: ['code', 'name', 'pincode', 'gstin', 'cutoff', 'active'], sort: 'code' },
});
