import { boolean, choice, longText, text } from '@aangan/contract/fields.ts';
import { record } from '@aangan/contract/record.ts';
import { ticketsModules as m } from '../modules.ts';
import { departments } from '../ticket-words.ts';

/** A text agents answer with; {centre}, {ticket} and {raiser} are filled in. */
export const cannedReply = record({
  name: 'canned-reply',
  title: 'Canned reply',
  plural: 'Canned replies',
  module: m.TicketMetrix,
  scope: 'network',
  screens: {},
  fields: {
    title: text({ label: 'Title', max: 80, search: true, unique: 'in network' }),
    department: choice({ label: 'Only of', options: departments, optional: true, filter: true }),
    body: longText({ label: 'Text', max: 2000, help: '{centre}, {ticket} and {raiser} are filled in' }),
    active: boolean({ label: 'Active' }),
  },
  label: 'title',
  list: { columns: ['title', 'department', 'body', 'active'], sort: 'title' },
});
