import type { AreaChapters } from '../../../db/demo/chapters.ts';
import { asOwner } from '../../../db/demo/rows.ts';
import { writeAnnouncements } from './announcements.ts';
import { writeCampaigns } from './campaigns.ts';
import { writeConversations } from './conversations.ts';
import { writeEvents } from './events.ts';
import { writeGalleries } from './galleries.ts';
import { answerForParent } from './parent-consents.ts';
import { writeTemplates } from './templates.ts';

export const chapters: AreaChapters = {
  rows: [
    {
      name: 'announcements',
      after: ['academics.classrooms'],
      write: ({ client, today }) => writeAnnouncements(client, today),
    },
    { name: 'templates', write: ({ client }) => writeTemplates(client) },
    { name: 'campaigns', write: ({ client, today }) => writeCampaigns(client, today) },
    { name: 'events', write: ({ client, today }) => writeEvents(client, today) },
    {
      name: 'conversations',
      after: ['enquiries.whatsapp-contacts'],
      write: ({ client, clock }) => writeConversations(client, clock),
    },
  ],
  work: [
    { name: 'consents', write: ({ database }) => answerForParent(database) },
    {
      name: 'galleries',
      write: ({ client, filesDir, today }) => asOwner(client, () => writeGalleries(client, today, filesDir)),
    },
  ],
};
