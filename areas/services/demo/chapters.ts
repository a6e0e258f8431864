import type { AreaChapters } from '../../../db/demo/chapters.ts';
import { assignServices, SERVICES_AT } from './service-assignments.ts';
import { writeServiceEnquiries } from './service-enquiries.ts';
import { writeServices } from './services.ts';

export const chapters: AreaChapters = {
  rows: [
    {
      name: 'services',
      after: ['finance.fees', 'staff.staff'],
      write: ({ client, today }) => writeServices(client, today),
    },
    {
      name: 'enquiries',
      after: ['enquiries.boards'],
      write: ({ client, today }) => writeServiceEnquiries(client, today),
    },
  ],
  work: [
    {
      name: 'assignments',
      after: ['finance.late-fees'],
      write: async ({ clock, database, hasMoney }) => {
        for (const id of SERVICES_AT.filter(hasMoney)) await assignServices(database, id, clock);
      },
    },
  ],
};
