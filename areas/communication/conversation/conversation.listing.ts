import { choice, dateTime, integer, reference, text } from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import * as z from 'zod';
import { communicationModules as m } from '../modules.ts';
import { conversationLabels, whoLabels } from './conversation.states.ts';

/** Who wrote, and whether somebody has answered. No text: it is read in the conversation, and that is logged. */
export const conversations = listing({
  name: 'conversation',
  title: 'Inbox',
  module: m.sendSMS,
  scope: 'centre',
  personal: { subject: 'guardian', purpose: 'inbox of replies' },
  row: {
    name: text({ label: 'Name', max: 300, search: true }),
    who: choice({ label: 'Who', options: whoLabels }),
    number: text({ label: 'Number', max: 40 }),
    centre: text({ label: 'Centre', max: 160 }),
    unread: integer({ label: 'Unread' }),
    lastInAt: dateTime({ label: 'Wrote' }),
    lastAt: dateTime({ label: 'Last message' }),
    owner: text({ label: 'Looked after by', max: 160, optional: true, search: true }),
    status: choice({ label: 'Status', options: conversationLabels }),
  },
  hidden: { children: z.string(), ownerId: z.string().nullable(), openUntil: z.string() },
  shown: ['name', 'who', 'unread', 'lastInAt', 'owner', 'status'],
  filters: { ownerId: reference('user', { label: 'Looked after by' }) },
  sorts: ['lastAt', 'lastInAt'],
  sort: '-lastAt',
  state: 'status',
  tiles: { WAITING: 'Replies waiting' },
  can: ['answer', 'close', 'assign'],
});
