import type { AreaChapters } from '../../../db/demo/chapters.ts';
import { writeTickets } from './tickets.ts';

export const chapters: AreaChapters = {
  rows: [
    {
      name: 'tickets',
      after: ['students.families'],
      write: ({ client, clock }) => writeTickets(client, clock),
    },
  ],
};
