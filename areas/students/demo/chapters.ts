import type { AreaChapters } from '../../../db/demo/chapters.ts';
import { ANDHERI, BANER } from '../../../db/demo/places.ts';
import { writeLeaving } from './leaving.ts';
import { writePromotionPolicies, writePromotions } from './promotions.ts';
import { writeToddlers } from './toddlers.ts';
import { writeFamilies } from './write-families.ts';

export const chapters: AreaChapters = {
  rows: [
    {
      name: 'families',
      after: ['staff.staff'],
      write: async ({ client, families, today }) => {
        families.push(...(await writeFamilies(client, today)));
      },
    },
    { name: 'promotion-policies', write: ({ client }) => writePromotionPolicies(client) },
    {
      name: 'toddlers',
      // Children who came late: what was written of the others leaves them out.
      after: [
        'admissions.registrations',
        'curriculum.section-plans',
        'enquiries.boards',
        'services.enquiries',
        'tickets.tickets',
        'training.online-classes',
        'transport.destinations',
      ],
      write: ({ client, today }) => writeToddlers(client, today),
    },
  ],
  work: [
    {
      name: 'leaving',
      after: ['communication.galleries', 'finance.refunds', 'orders.kit-allocations'],
      write: async ({ clock, database, hasMoney }) => {
        for (const id of [ANDHERI, BANER].filter(hasMoney)) await writeLeaving(database, id, clock);
      },
    },
    {
      name: 'promotions',
      after: ['finance.late-fees', 'services.assignments'],
      write: ({ clock, database }) => writePromotions(database, clock),
    },
  ],
};
