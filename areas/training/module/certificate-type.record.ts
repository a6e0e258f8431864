import { boolean, choice, integer, text } from '@aangan/contract/fields.ts';
import { record } from '@aangan/contract/record.ts';
import { trainingModules as m } from '../modules.ts';

/** What a training or a module certifies, and for how long. A tab of the modules. */
export const certificateType = record({
  name: 'certificate-type',
  title: 'Certificate type',
  module: m.teacherModule,
  scope: 'network',
  screens: {},
  keep: true,
  fields: {
    name: text({ label: 'Name', max: 100, search: true }),
    code: text({
      label: 'Code',
      max: 20,
      pattern: /^[A-Z0-9][A-Z0-9-]{1,19}$/,
      patternHelp: '2 to 20 capital letters, digits or hyphens',
      sample: 'PHONICS-2026',
      unique: 'in network',
    }),
    validityMonths: integer({
      label: 'Valid for (months)',
      min: 1,
      max: 120,
      optional: true,
      help: 'Empty: it never expires',
    }),
    layout: choice({
      label: 'Layout',
      options: { CLASSIC: 'Classic', PLAIN: 'Plain', LANDSCAPE_PHOTO: 'Landscape with picture' },
    }),
    forTrainings: boolean({
      label: 'Live trainings issue it too',
      help: 'To whoever was present as long as the training asks for',
    }),
    signatory: text({ label: 'Signed by', max: 80, optional: true }),
    active: boolean({ label: 'Active' }),
  },
  list: { columns: ['name', 'code', 'validityMonths', 'signatory', 'active'], sort: 'name' },
});
