// What the home shows of the network itself.
import type { HomeCard, HomeCards } from '@aangan/server/home-card.ts';
import { sql } from 'kysely';
import { franchisee } from './franchisee/franchisee.record.ts';
import { networkModules } from './network-modules.ts';

const withStatus = (status: string): HomeCard['drill'] => ({
  path: '/franchisee',
  list: franchisee.endpoints.list,
  filters: () => ({ status }),
  measures: 'rows',
});

const cards: readonly HomeCard[] = [
  {
    key: 'network.active',
    title: 'Active centres, with head office',
    unit: 'count',
    picture: 'number',
    on: { owner: 28, operations: 14, tickets: 10 },
    drill: withStatus('ACTIVE'),
  },
  {
    key: 'network.in-setup',
    title: 'Centres in set-up',
    unit: 'count',
    picture: 'number',
    on: { owner: 29, operations: 16 },
    drill: withStatus('SETUP'),
  },
  {
    key: 'network.suspended',
    title: 'Suspended centres',
    unit: 'count',
    picture: 'number',
    on: { operations: 18 },
    drill: withStatus('SUSPENDED'),
  },
];

export const networkHomeCards: readonly HomeCards[] = [
  {
    module: networkModules.Franchisee,
    cards,
    read: async (db, { actor }) => {
      const here = actor.franchiseeId === null ? sql`true` : sql`id = ${actor.franchiseeId}`;
      const { rows } = await sql<{ status: string; n: number }>`
        select status, count(*)::int as n from franchisee where ${here} group by 1`.execute(db);
      const of = (status: string) => ({ n: rows.find((row) => row.status === status)?.n ?? 0 });
      return {
        'network.active': of('ACTIVE'),
        'network.in-setup': of('SETUP'),
        'network.suspended': of('SUSPENDED'),
      };
    },
  },
];
