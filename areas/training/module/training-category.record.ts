import { boolean, choice, integer, text } from '@aangan/contract/fields.ts';
import { record } from '@aangan/contract/record.ts';
import { trainingModules as m } from '../modules.ts';

/** What live trainings are about. A tab of the modules. */
export const trainingCategory = record({
  name: 'training-category',
  title: 'Training category',
  plural: 'Training categories',
  module: m.teacherModule,
  scope: 'network',
  screens: {},
  keep: true,
  fields: {
    name: text({ label: 'Name', max: 60, search: true, unique: 'in network' }),
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
    position: integer({ label: 'Position', min: 1, max: 999 }),
    active: boolean({ label: 'Active' }),
  },
  list: { columns: ['name', 'colour', 'position', 'active'], sort: 'position' },
});
