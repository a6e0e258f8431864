import { boolean, choice, integerReference, money, percent } from '@aangan/contract/fields.ts';
import { record } from '@aangan/contract/record.ts';
import { studentModules } from '../modules.ts';
import { planRules, sectionRules } from './promotion.states.ts';

/** How children of a class move up: the network's rule, or a centre's own for the class. */
export const promotionPolicy = record({
  name: 'promotion-policy',
  title: 'Promotion policy',
  plural: 'Promotion policies',
  module: studentModules.studentPromotionView,
  scope: 'shared',
  screens: {},
  fields: {
    classId: integerReference('class', { label: 'Class', filter: true }),
    toClassId: integerReference('class', {
      label: 'Next class',
      optional: true,
      help: 'Empty: the children graduate',
    }),
    minAttendanceBp: percent({
      label: 'Least attendance',
      optional: true,
      help: 'Below it somebody decides',
    }),
    maxDues: money({ label: 'Most dues', min: 0, optional: true, help: 'Above it somebody decides' }),
    ageCheck: boolean({ label: 'Check the age for the next class' }),
    sectionRule: choice({ label: 'Sections', options: sectionRules }),
    planRule: choice({ label: 'Fee plan', options: planRules }),
  },
  list: {
    columns: ['classId', 'toClassId', 'minAttendanceBp', 'maxDues', 'ageCheck', 'sectionRule', 'planRule'],
    sort: 'classId',
  },
});
