import { date, text } from '@aangan/contract/fields.ts';
import { record } from '@aangan/contract/record.ts';
import { enquiryModules } from '../modules.ts';

/** Days on which nobody works at the enquiry desk: next dates move past them. */
export const deskHoliday = record({
  name: 'desk-holiday',
  title: 'Holiday of the desk',
  module: enquiryModules.enquirySettings,
  scope: 'shared',
  screens: {},
  fields: {
    onDate: date({ label: 'Day', filter: 'range' }),
    name: text({ label: 'Name', max: 60, search: true }),
  },
  list: { columns: ['onDate', 'name'], sort: '-onDate' },
});
