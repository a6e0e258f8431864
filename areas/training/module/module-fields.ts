import { boolean, choices, integer, longText, reference, text } from '@aangan/contract/fields.ts';
import { categories } from '../../staff/designation.record.ts';

/** What authors say of a module, for its record and its commands. */
export const moduleFields = {
  code: text({
    label: 'Code',
    max: 20,
    pattern: /^[A-Z0-9][A-Z0-9-]{1,19}$/,
    patternHelp: '2 to 20 capital letters, digits or hyphens',
    sample: 'PHONICS-1',
    search: true,
  }),
  title: text({ label: 'Title', max: 120, search: true }),
  classGroupId: reference('class-group', { label: 'Class group', filter: true }),
  description: longText({ label: 'Description', max: 2000, optional: true }),
  staffCategories: choices({
    label: 'For staff of',
    options: categories,
    optional: true,
    help: 'Empty: for everybody',
  }),
  certificateTypeId: reference('certificate-type', { label: 'Certificate', optional: true }),
  dueDays: integer({ label: 'Days to finish', min: 1, max: 366, optional: true }),
  needsApproval: boolean({ label: 'A request for it needs approval' }),
  sequential: boolean({ label: 'Topics open one after the other' }),
};
