import { boolean, choice, choices, longText, reference, text } from '@aangan/contract/fields.ts';

export const months = {
  JAN: 'January',
  FEB: 'February',
  MAR: 'March',
  APR: 'April',
  MAY: 'May',
  JUN: 'June',
  JUL: 'July',
  AUG: 'August',
  SEP: 'September',
  OCT: 'October',
  NOV: 'November',
  DEC: 'December',
} as const;

/** What a theme is, for its record and its commands. */
export const themeFields = {
  name: text({ label: 'Name', max: 60, search: true }),
  nameHi: text({ label: 'Name in Hindi', max: 60, optional: true }),
  classGroupId: reference('class-group', { label: 'Class group', filter: true }),
  colour: choice({
    label: 'Colour',
    options: {
      BLUE: 'Blue',
      GREEN: 'Green',
      YELLOW: 'Yellow',
      ORANGE: 'Orange',
      RED: 'Red',
      VIOLET: 'Violet',
    },
  }),
  months: choices({ label: 'Months', options: months }),
  vocabulary: longText({ label: 'Words', max: 1000, optional: true, help: 'One a line, at most 40' }),
  description: longText({ label: 'Description', max: 1000, optional: true }),
  active: boolean({ label: 'Active' }),
};
