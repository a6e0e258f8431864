import { boolean, choices, integer, text } from '@aangan/contract/fields.ts';
import { record } from '@aangan/contract/record.ts';
import { categories } from './designation.record.ts';
import { staffModules } from './modules.ts';

/** Which documents staff bring, and which of them an approval needs; head office keeps the list. */
export const staffDocumentKind = record({
  name: 'staff-document-kind',
  title: 'Document kind',
  module: staffModules.staffApprove,
  scope: 'network',
  screens: {},
  keep: true,
  fields: {
    name: text({ label: 'Name', max: 80, search: true, unique: 'in network' }),
    categories: choices({ label: 'For', options: categories }),
    forApproval: boolean({ label: 'Needed for approval' }),
    validMonths: integer({
      label: 'Valid for (months)',
      help: 'Leave empty when it does not expire',
      min: 1,
      max: 120,
      optional: true,
    }),
    sensitive: boolean({ label: 'Sensitive' }),
    position: integer({ label: 'Position', min: 0, max: 999 }),
    active: boolean({ label: 'Active' }),
  },
  check: ({ categories }) => (categories ?? []).length > 0 || { categories: 'Choose at least one category' },
  list: {
    columns: ['name', 'categories', 'forApproval', 'validMonths', 'sensitive', 'active'],
    sort: 'position',
  },
});
