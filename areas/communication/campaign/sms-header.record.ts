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
    header: text({ label: 'Header', max: 6, search: true, unique: 'in network' }),
    kind: choice({
      label: 'Kind',
      options: { SERVICE: 'Service', PROMOTIONAL: 'Promotional' },
      filter: true,
    }),
    entityId: text({ label: 'Entity id', max: 19 }),
    active: boolean({ label: 'Active' }),
  },
  check: ({ header, kind, entityId }) => {
    if (!/^([A-Z]{6}|\d{6})$/.test(String(header)))
      return { header: 'Six capital letters, or six digits when promotional' };
    if (/^\d/.test(String(header)) !== (kind === 'PROMOTIONAL'))
      return { header: 'Digits are for promotional senders, letters for service' };
    return /^\d{19}$/.test(String(entityId)) ? true : { entityId: 'Enter the 19 digits of the registry' };
  },
  list: { columns: ['header', 'kind', 'entityId', 'active'], sort: 'header' },
});
