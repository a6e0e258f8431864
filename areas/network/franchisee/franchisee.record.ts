import * as field from '@aangan/contract/fields.ts';
import { record } from '@aangan/contract/record.ts';
import { networkModules } from '../network-modules.ts';

export const franchiseeStatusLabels = {
  LEAD: 'Lead',
  SIGNED: 'Signed',
  SETUP: 'In set-up',
  ACTIVE: 'Active',
  SUSPENDED: 'Suspended',
  CLOSED: 'Closed',
} as const;

/** A centre of the network (or head office). Its row security is its own id, so a centre sees only itself. */
export const franchisee = record({
  name: 'franchisee',
  title: 'Franchisee',
  module: networkModules.Franchisee,
  scope: 'network',
  key: 'integer',
  screens: {
    list: '/franchisee',
    add: '/franchisee/create',
    edit: '/franchisee/edit/{franchiseeId?}',
    view: '/franchisee/view/{franchiseeId?}',
  },
  fields: {
    /** '(014) Baner': made by the table from id and name. */
    label: field.text({ label: 'Centre', max: 140, search: true }),
    companyName: field.text({ label: 'Company name', max: 120, search: true }),
    code: field.text({ label: 'Code', max: 20, optional: true, search: true }),
    model: field.choice({
      label: 'Model',
      options: { FOFO: 'Franchise owned (FOFO)', COCO: 'Company owned (COCO)', HO: 'Head office' },
    }),
    status: field.choice({ label: 'Status', options: franchiseeStatusLabels, filter: true }),
    zoneId: field.integerReference('zone', { label: 'Zone', optional: true, filter: true }),
    cityId: field.integerReference('city', { label: 'City', optional: true, filter: true }),
    brandId: field.integerReference('brand', { label: 'Brand', optional: true, filter: true }),
    phone: field.phone({ label: 'Phone', optional: true }),
    email: field.email({ label: 'E-mail', optional: true }),
    gstin: field.text({ label: 'GSTIN', max: 15, optional: true }),
    pincode: field.text({ label: 'Pincode', max: 6, optional: true }),
    openedOn: field.date({ label: 'Opened on', optional: true }),
  },
  list: {
    columns: ['companyName', 'code', 'status', 'model', 'zoneId', 'cityId', 'phone', 'openedOn'],
    sort: 'companyName',
  },
  label: 'label',
  writes: 'commands',
});
