import type { AreaChapters } from '../../../db/demo/chapters.ts';
import { writeCentreMaster } from './centre-master.ts';
import { writeHealth } from './health.ts';
import { writeNetwork } from './network.ts';

export const chapters: AreaChapters = {
  rows: [
    {
      name: 'network',
      write: ({ client, passwordHash, today }) => writeNetwork(client, passwordHash, today),
    },
    {
      name: 'centre-master',
      // Brings a closed centre and some on their way, of which the open centres' own set-up knows nothing.
      after: [
        'academics.log-books',
        'communication.events',
        'orders.uniform-sets',
        'finance.bank-accounts',
        'transport.routes',
      ],
      write: ({ client, today }) => writeCentreMaster(client, today),
    },
  ],
  work: [
    {
      name: 'health',
      // Counts what the others did.
      after: ['enquiries.b2s', 'finance.e-invoices-answered', 'services.assignments', 'orders.wow-kits'],
      write: ({ database, today }) => writeHealth(database, today),
    },
  ],
};
