import { boolean, choice, choices, integer, text, time } from '@aangan/contract/fields.ts';
import { record } from '@aangan/contract/record.ts';
import { weekdayLabels } from '@aangan/contract/weekday.ts';
import { staffModules } from './modules.ts';

/** Working hours: the network's, and a centre's own beside them. */
export const staffShift = record({
  name: 'staff-shift',
  title: 'Shift',
  module: staffModules.Staff,
  scope: 'shared',
  screens: {},
  keep: true,
  fields: {
    name: text({ label: 'Name', max: 60, search: true, unique: 'in centre' }),
    startsAt: time({ label: 'Starts' }),
    halfAt: time({ label: 'Second half from' }),
    endsAt: time({ label: 'Ends' }),
    graceMinutes: integer({ label: 'Grace for late arrival (minutes)', min: 0, max: 120 }),
    halfMinutes: integer({ label: 'Minutes that make a half day', min: 15, max: 480 }),
    weeklyOff: choices({
      label: 'Weekly off',
      options: weekdayLabels,
    }),
    saturdayRule: choice({
      label: 'Saturdays',
      options: { WORKING: 'All working', OFF: 'All off', SECOND_FOURTH_OFF: '2nd and 4th off' },
    }),
    active: boolean({ label: 'Active', filter: true }),
  },
  check: ({ startsAt, halfAt, endsAt }) => {
    if ((startsAt ?? '') >= (halfAt ?? '')) return { halfAt: 'After the start' };
    return (halfAt ?? '') < (endsAt ?? '') || { endsAt: 'After the second half begins' };
  },
  list: { columns: ['name', 'startsAt', 'endsAt', 'weeklyOff', 'saturdayRule', 'active'], sort: 'name' },
});
