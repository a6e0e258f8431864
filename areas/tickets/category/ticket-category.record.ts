import { boolean, choice, longText, reference, text } from '@aangan/contract/fields.ts';
import { record } from '@aangan/contract/record.ts';
import { ticketsModules as m } from '../modules.ts';
import { departments, priorityLabels } from '../ticket-words.ts';

/** What a ticket is about within a department; one inside another is its sub-category. */
export const ticketCategory = record({
  name: 'ticket-category',
  title: 'Category',
  plural: 'Categories',
  module: m.TicketMetrix,
  scope: 'network',
  screens: {},
  fields: {
    department: choice({ label: 'Department', options: departments, filter: true }),
    name: text({ label: 'Name', max: 60, search: true }),
    parentId: reference('ticket-category', { label: 'Sub-category of', optional: true }),
    minPriority: choice({ label: 'Least priority', options: priorityLabels, optional: true }),
    questions: longText({ label: 'Questions to ask, one a line', max: 500, optional: true }),
    active: boolean({ label: 'Active' }),
  },
  label: 'name',
  list: { columns: ['department', 'name', 'parentId', 'minPriority', 'active'], sort: 'department' },
});
