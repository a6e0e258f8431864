import { boolean, choice, integer, integerReference, text, time } from '@aangan/contract/fields.ts';
import { record } from '@aangan/contract/record.ts';
import { academicsModules } from './modules.ts';

/** One group of a class at a centre in a year. */
export const section = record({
  name: 'section',
  title: 'Section',
  module: academicsModules.class,
  scope: 'centre-year',
  writes: 'commands',
  screens: {},
  fields: {
    classId: integerReference('class', { label: 'Class', filter: true }),
    name: text({ label: 'Name', max: 20, search: true }),
    daySession: choice({
      label: 'Session',
      filter: true,
      options: { MORNING: 'Morning', AFTERNOON: 'Afternoon', FULL_DAY: 'Full day' },
    }),
    startsAt: time({ label: 'Starts at' }),
    endsAt: time({ label: 'Ends at' }),
    room: text({ label: 'Room', max: 40, optional: true }),
    capacity: integer({ label: 'Capacity', min: 1, max: 60 }),
    active: boolean({ label: 'Active', filter: true }),
  },
  list: {
    columns: ['classId', 'name', 'daySession', 'startsAt', 'endsAt', 'capacity', 'active'],
    sort: 'name',
  },
  label: 'name',
});
