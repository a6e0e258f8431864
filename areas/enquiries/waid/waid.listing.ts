import { choice, date, dateTime, integer, phone, text } from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import * as z from 'zod';
import { enquiryModules } from '../modules.ts';
import { contactStates } from './waid-words.ts';

/** Contacts that wrote on WhatsApp first, and the enquiry they became (enquiries.md 4, waid-integration). */
export const waContacts = listing({
  name: 'waid',
  title: 'WhatsApp contacts',
  module: enquiryModules.waIdIntegration,
  scope: 'centre',
  row: {
    profileName: text({ label: 'Profile', max: 80, search: true, optional: true }),
    // Masked.
    waId: phone({ label: 'WhatsApp number', search: true }),
    firstText: text({ label: 'First message', max: 140, search: true, optional: true }),
    ad: text({ label: 'Ad', max: 80, optional: true }),
    messages: integer({ label: 'Messages' }),
    lastAt: dateTime({ label: 'Last message' }),
    firstAt: dateTime({ label: 'First message at' }),
    state: choice({ label: 'State', options: contactStates }),
    enquiryCode: text({ label: 'Enquiry', max: 40, optional: true }),
    ownerName: text({ label: 'Owner', max: 120, optional: true }),
    centreLabel: text({ label: 'Centre', max: 160, optional: true }),
    channelName: text({ label: 'Number', max: 80, optional: true }),
  },
  hidden: { hasNumber: z.boolean(), writtenOn: z.string() },
  shown: ['profileName', 'firstText', 'messages', 'lastAt', 'state', 'enquiryCode', 'centreLabel'],
  filters: { writtenOn: date({ label: 'Last message', filter: 'range' }) },
  sorts: ['lastAt'],
  sort: '-lastAt',
  state: 'state',
  can: ['create', 'link', 'ignore', 'block', 'reopen'],
});
