import { boolean, choice, integer, text } from '@aangan/contract/fields.ts';
import { record } from '@aangan/contract/record.ts';
import { spancoStatuses } from '../enquiry/enquiry.states.ts';
import { enquiryModules } from '../modules.ts';

/** Stages by their names, to the letter. Read here; adding and ordering them are commands of the settings screen. */
export const enquiryStage = record({
  name: 'enquiry-stage',
  title: 'Enquiry stage',
  module: enquiryModules.enquirySettings,
  scope: 'shared',
  screens: {},
  writes: 'commands',
  keep: true,
  fields: {
    code: text({ label: 'Stage', max: 40, search: true }),
    status: choice({ label: 'Status', filter: true, options: spancoStatuses }),
    position: integer({ label: 'Position', min: 0, max: 999 }),
    enteredBy: choice({
      label: 'Entered by',
      options: { USER: 'People', SYSTEM: 'Admissions', BOTH: 'Both' },
    }),
    maxDays: integer({ label: 'Longest stay (days)', min: 1, max: 365, optional: true }),
    active: boolean({ label: 'Active', filter: true }),
  },
  list: { columns: ['position', 'code', 'status', 'enteredBy', 'maxDays', 'active'], sort: 'position' },
  label: 'code',
});
