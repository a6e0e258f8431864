import { boolean, choice, integer, text } from '@aangan/contract/fields.ts';
import { record } from '@aangan/contract/record.ts';
import { staffModules } from './modules.ts';

/** Sorts of staff, for whoever addresses some of them (documents, trainings). */
export const categories = {
  TEACHING: 'Teaching',
  CARE: 'Care',
  ADMIN: 'Administration',
  TRANSPORT: 'Transport',
  SUPPORT: 'Support',
  MANAGEMENT: 'Management',
} as const;
export type StaffCategory = keyof typeof categories;

/** What somebody works as; head office keeps the list. */
export const staffDesignation = record({
  name: 'staff-designation',
  title: 'Designation',
  module: staffModules.staffApprove,
  scope: 'network',
  screens: {},
  keep: true,
  fields: {
    name: text({ label: 'Name', max: 60, search: true, unique: 'in network' }),
    category: choice({ label: 'Category', options: categories }),
    position: integer({ label: 'Position', min: 0, max: 999 }),
    active: boolean({ label: 'Active' }),
  },
  list: { columns: ['name', 'category', 'position', 'active'], sort: 'position' },
});
