import { boolean, choice, longText, text } from '@aangan/contract/fields.ts';
import { record } from '@aangan/contract/record.ts';
import { enquiryModules } from '../modules.ts';
import { placeWords, unknownPlaces } from './text-places.ts';

const refused = (value: string | null | undefined): string | null => {
  const unknown = unknownPlaces(value ?? '');
  return unknown.length === 0 ? null : `Unknown: ${unknown.join(', ')}. You can use ${placeWords}.`;
};

/** A message of the centre's own (or of head office for all) that counsellors send beside the product's. */
export const enquiryMessageText = record({
  name: 'enquiry-message-text',
  title: 'Message text',
  module: enquiryModules.enquirySettings,
  scope: 'shared',
  screens: {},
  keep: true,
  fields: {
    name: text({ label: 'Name', max: 60, search: true, unique: 'in centre' }),
    channel: choice({
      label: 'Goes by',
      filter: true,
      options: { BOTH: 'SMS, else e-mail', SMS: 'SMS', EMAIL: 'E-mail' },
    }),
    language: choice({ label: 'Language', filter: true, options: { en: 'English', hi: 'Hindi' } }),
    subject: text({ label: 'Subject of the e-mail', max: 120, optional: true }),
    body: longText({
      label: 'Text',
      max: 600,
      help: `You can use ${placeWords}. About the family's enquiry only: offers and news need another consent.`,
    }),
    dltTemplateId: text({
      label: 'DLT template id',
      max: 19,
      pattern: /^\d{19}$/,
      patternHelp: 'The registry gives an id of 19 digits',
      sample: '1107161234567890123',
      help: 'Of the very same text in the operators’ registry. Without it the text cannot go by SMS.',
      optional: true,
    }),
    active: boolean({ label: 'Active', filter: true }),
  },
  check: ({ body, subject }) => {
    const problems = { body: refused(body), subject: refused(subject) };
    const found = Object.entries(problems).filter((one): one is [string, string] => one[1] !== null);
    return found.length === 0 ? true : Object.fromEntries(found);
  },
  list: { columns: ['name', 'channel', 'language', 'dltTemplateId', 'active'], sort: 'name' },
});
