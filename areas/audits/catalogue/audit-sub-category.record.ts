import { boolean, integer, reference, text } from '@aangan/contract/fields.ts';
import { record } from '@aangan/contract/record.ts';
import { auditsModules as m } from '../modules.ts';

/** A heading over questions inside a category. */
export const auditSubCategory = record({
  name: 'audit-sub-category',
  title: 'Sub-category',
  plural: 'Sub-categories',
  module: m.AuditCatalogue,
  scope: 'network',
  screens: {},
  keep: true,
  fields: {
    categoryId: reference('audit-category', { label: 'Category', filter: true }),
    name: text({ label: 'Name', max: 80, search: true }),
    position: integer({ label: 'Position', min: 1, max: 999 }),
    active: boolean({ label: 'Active', help: 'Off: the next version goes without it' }),
  },
  list: { columns: ['name', 'categoryId', 'position', 'active'], sort: 'position' },
});
