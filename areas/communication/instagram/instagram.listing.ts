import { choice, dateTime, integer, text } from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import * as z from 'zod';
import { communicationModules as m } from '../modules.ts';
import { MOST_CAPTION, postLabels } from './instagram.states.ts';

export const instagramPosts = listing({
  name: 'instagram-post',
  title: 'Instagram posts',
  module: m.InstaPost,
  scope: 'centre',
  row: {
    caption: text({ label: 'Caption', max: MOST_CAPTION, search: true }),
    centre: text({ label: 'Centre', max: 120 }),
    pictures: integer({ label: 'Pictures' }),
    scheduledAt: dateTime({ label: 'Time' }),
    by: text({ label: 'By', max: 120, optional: true }),
    permalink: text({ label: 'Address', max: 200, optional: true }),
    status: choice({ label: 'Status', options: postLabels }),
  },
  hidden: { submittedBy: z.string().nullable(), createdBy: z.string().nullable() },
  shown: ['caption', 'centre', 'pictures', 'scheduledAt', 'by', 'status'],
  sorts: ['scheduledAt'],
  sort: '-scheduledAt',
  state: 'status',
  tiles: { WAITING_APPROVAL: 'To approve', DUE: 'To publish', REMOVAL_NEEDED: 'To remove' },
  can: ['edit', 'submit', 'decide', 'publish', 'reopen', 'cancel', 'remove'],
});
