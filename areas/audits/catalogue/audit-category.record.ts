import { boolean, integer, reference, text } from '@aangan/contract/fields.ts';
import { record } from '@aangan/contract/record.ts';
import { auditsModules as m } from '../modules.ts';

/** What the questions of a type are grouped by, and what its weights are given to. Its screens stand in both families. */
export const auditCategory = record({
  name: 'audit-category',
  title: 'Audit category',
  plural: 'Audit categories',
  module: m.AuditCatalogue,
  scope: 'network',
  screens: {},
  keep: true,
  fields: {
    typeId: reference('audit-type', { label: 'Audit type', filter: true }),
    name: text({ label: 'Name', max: 80, search: true }),
    position: integer({ label: 'Position', min: 1, max: 999 }),
    active: boolean({ label: 'Active', help: 'Off: the next version goes without it' }),
  },
  list: { columns: ['name', 'typeId', 'position', 'active'], sort: 'position' },
});
