import * as field from '@aangan/contract/fields.ts';
import { record } from '@aangan/contract/record.ts';
import { networkModules } from './network-modules.ts';

/** What parents see on forms, letters and messages. */
export const brand = record({
  name: 'brand',
  title: 'Brand',
  module: networkModules.Franchisee,
  scope: 'network',
  key: 'integer',
  screens: {},
  fields: {
    name: field.text({ label: 'Name', max: 60, unique: 'in network' }),
    legalName: field.text({ label: 'Legal name', max: 120 }),
    colour: field.text({
      label: 'Colour',
      max: 7,
      optional: true,
      pattern: /^#[0-9a-f]{6}$/,
      patternHelp: 'Like #8080ff',
      sample: '#8080ff',
    }),
    website: field.text({ label: 'Website', max: 200, optional: true }),
    emailFrom: field.email({ label: 'E-mails come from', optional: true }),
    smsHeader: field.text({ label: 'SMS header', max: 6, optional: true, sample: 'AANGAN' }),
    address: field.text({ label: 'Address', max: 300, optional: true }),
    active: field.boolean({ label: 'Active' }),
  },
  list: { columns: ['name', 'legalName', 'smsHeader', 'active'], sort: 'name' },
  keep: true,
});
