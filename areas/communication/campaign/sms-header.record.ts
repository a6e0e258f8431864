import { boolean, choice, text } from '@aangan/contract/fields.ts';
import { record } from '@aangan/contract/record.ts';
import { communicationModules } from '../modules.ts';

/** Senders of the operators' registry; head office keeps them. */
export const smsHeader = record({
  name: 'sms-header',
  title: 'Header',
  module: communicationModules.sendSMS,
  scope: 'network',
  keep: true,
  screens: {},
  fields: {
    header: text({
      label: 'Header',
      max: 6,
      search: true,
      unique: 'in network',
      pattern: /^([A-Z]{6}|\d{6})$/,
      patternHelp: 'Six capital letters, or six digits when promotional',
      sample: '100001',
    }),
    kind: choice({ label: 'Kind', options: { SERVICE: 'Service', PROMOTIONAL: 'Promotional' } }),
    entityId: text({
      label: 'Entity id',
      max: 19,
      pattern: /^\d{19}$/,
      patternHelp: 'Enter the 19 digits of the registry',
      sample: '1234567890123456789',
    }),
    active: boolean({ label: 'Active' }),
  },
  check: ({ header, kind }) =>
    /^\d/.test(String(header)) === (kind === 'PROMOTIONAL')
      ? true
      : { kind: 'Digits are for promotional senders, letters for service' },
  list: { columns: ['header', 'kind', 'entityId', 'active'], sort: 'header' },
});
