import { boolean, choice, text } from '@aangan/contract/fields.ts';
import { record } from '@aangan/contract/record.ts';
import { enquiryModules } from '../modules.ts';

export const enquirySource = record({
  name: 'enquiry-source',
  title: 'Enquiry source',
  module: enquiryModules.enquirySettings,
  scope: 'shared',
  screens: {},
  keep: true,
  fields: {
    name: text({ label: 'Name', max: 60, search: true, unique: 'in centre' }),
    channel: choice({
      label: 'Channel',
      filter: true,
      options: {
        WALK_IN: 'Walk-in',
        PHONE: 'Phone',
        WEBSITE: 'Website',
        QR: 'QR code',
        GOOGLE: 'Google',
        META: 'Meta',
        WHATSAPP: 'WhatsApp',
        REFERRAL_PARENT: 'Parent referral',
        REFERRAL_STAFF: 'Staff referral',
        EVENT: 'Event',
        PRINT: 'Print',
        AGGREGATOR: 'Aggregator',
        UPLOAD: 'Upload',
        OTHER: 'Other',
      },
    }),
    digital: boolean({ label: 'First-answer time applies' }),
    needsReferrer: boolean({ label: 'Asks for the referrer' }),
    active: boolean({ label: 'Active', filter: true }),
  },
  list: { columns: ['name', 'channel', 'digital', 'active'], sort: 'name' },
});
