import { boolean, choice, integer, text } from '@aangan/contract/fields.ts';
import { record } from '@aangan/contract/record.ts';
import { servicesModules as m } from '../modules.ts';
import { serviceTypes } from './service-words.ts';

export const codeField = (sample: string) =>
  text({
    label: 'Code',
    max: 20,
    pattern: /^[A-Z0-9][A-Z0-9-]{1,19}$/,
    patternHelp: 'Capital letters, digits and -, for example DAY-CARE',
    sample,
    search: true,
    unique: 'in centre',
  });

/** A group of services: the network's, and a centre's own beside them. */
export const serviceCategory = record({
  name: 'service-category',
  title: 'Service category',
  plural: 'Service categories',
  module: m.ServiceCategory,
  scope: 'shared',
  screens: { list: '/services/categories' },
  fields: {
    name: text({ label: 'Name', max: 60, search: true }),
    code: codeField('CARE'),
    serviceType: choice({ label: 'Type', options: serviceTypes, optional: true, filter: true }),
    icon: choice({
      label: 'Icon',
      options: {
        BUS: 'Bus',
        SUN: 'Sun',
        BALL: 'Ball',
        BRUSH: 'Brush',
        MUSIC: 'Music',
        BOOK: 'Book',
        TENT: 'Tent',
        STAR: 'Star',
      },
    }),
    position: integer({ label: 'Position', min: 0, max: 999 }),
    active: boolean({ label: 'Active', filter: true }),
  },
  list: { columns: ['name', 'code', 'serviceType', 'position', 'active'], sort: 'position' },
});
