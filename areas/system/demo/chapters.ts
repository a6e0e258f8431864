import type { AreaChapters } from '../../../db/demo/chapters.ts';
import { writeSystemStory } from './system-story.ts';

export const chapters: AreaChapters = {
  work: [
    {
      name: 'story',
      // Dates the rights and notices of everybody, so it comes last.
      after: [
        'academics.report-cards',
        'communication.galleries',
        'enquiries.leaks',
        'network.health',
        'orders.uniform-indents',
      ],
      write: ({ client, clock, database, servers }) => writeSystemStory(client, database, clock, servers),
    },
  ],
};
