// What the home shows of the network itself.
import type { HomeCard, HomeCards, HomeFigure } from '@aangan/server/endpoint/home-card.ts';
import { sql } from 'kysely';
import { franchiseeContract } from './franchisee/franchisee.contract.ts';
import { franchisee } from './franchisee/franchisee.record.ts';
import { registerCount } from './franchisee/register.server.ts';
import { networkModules } from './network-modules.ts';

const withStatus = (status: string): HomeCard['drill'] => ({
  path: '/franchisee',
  list: franchisee.endpoints.list,
  filters: () => ({ status }),
  measures: 'rows',
});

const flagged = (flag: 'OPEN_GATES' | 'ENDING'): HomeCard['drill'] => ({
  path: '/franchisee',
  list: franchiseeContract.register,
  filters: () => ({ flag }),
  measures: 'rows',
});

const waiting: readonly HomeCard[] = [
  {
    key: 'network.open-gates',
    title: 'Centres with open opening steps',
    unit: 'count',
    picture: 'number',
    on: { operations: 6 },
    todo: { action: 'Complete', by: networkModules.Franchisee },
    drill: flagged('OPEN_GATES'),
  },
  {
    key: 'network.agreements-ending',
    title: 'Agreements ending within 90 days',
    unit: 'count',
    picture: 'number',
    on: { operations: 8, owner: 16 },
    todo: { action: 'Renew', by: networkModules.Franchisee },
    drill: flagged('ENDING'),
  },
];

const cards: readonly HomeCard[] = [
  {
    key: 'network.active',
    title: 'Active centres (including head office)',
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
    cards: waiting,
    read: async (db, { actor, today }, wanted) => {
      const figures: Record<string, HomeFigure> = {};
      for (const [key, flag] of [
        ['network.open-gates', 'OPEN_GATES'],
        ['network.agreements-ending', 'ENDING'],
      ] as const)
        if (wanted.has(key)) figures[key] = await registerCount(db, actor, { flag }, today);
      return figures;
    },
  },
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
