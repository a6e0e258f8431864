import { boolean, choice, integer, integerReference, text } from '@aangan/contract/fields.ts';
import { record } from '@aangan/contract/record.ts';
import { academicsModules } from './modules.ts';

/** A programme of the network (Playgroup, Nursery …). Only network people change it (academics.md D28). */
export const classRecord = record({
  name: 'class',
  title: 'Class',
  plural: 'Classes',
  module: academicsModules.class,
  scope: 'network',
  key: 'integer',
  screens: {},
  fields: {
    code: text({
      label: 'Code',
      max: 8,
      pattern: /^[A-Z0-9]{2,8}$/,
      patternHelp: '2 to 8 capital letters or digits',
      sample: 'NURX',
      search: true,
      unique: 'in network',
    }),
    name: text({ label: 'Name', max: 60, search: true, unique: 'in network' }),
    shortName: text({ label: 'Short name', max: 12 }),
    category: choice({
      label: 'Category',
      optional: true,
      filter: true,
      options: [
        'Bridge Course',
        'Intellibaby Parent Toddler Circle (1Year - 2Years)',
        'Hybrid',
        'Parent Toddler',
      ],
    }),
    position: integer({ label: 'Position', min: 0, max: 999 }),
    ageFromMonths: integer({ label: 'From age (months)', min: 6, max: 96 }),
    ageToMonths: integer({ label: 'To age (months)', min: 6, max: 120 }),
    nextClassId: integerReference('class', { label: 'Next class', optional: true }),
    rolling: boolean({ label: 'Joins any day' }),
    childrenPerTeacher: integer({ label: 'Children per teacher', min: 1, max: 60 }),
    active: boolean({ label: 'Active', filter: true }),
  },
  check: (values) =>
    (values.ageToMonths ?? 0) <= (values.ageFromMonths ?? 0)
      ? { ageToMonths: 'Must be above the first age' }
      : true,
  list: {
    columns: ['code', 'name', 'category', 'ageFromMonths', 'ageToMonths', 'nextClassId', 'active'],
    sort: 'position',
  },
  label: 'name',
});
