// What the home shows of the system itself: work that waits for those who look after it.
import type { HomeCards } from '@aangan/server/endpoint/home-card.ts';
import { sql } from 'kysely';
import { cronContract } from './cron/cron.contract.ts';
import { roleChangeContract } from './role/role-change.contract.ts';
import { systemModules } from './system-modules.ts';

const count = { unit: 'count', picture: 'number' } as const;

export const systemHomeCards: readonly HomeCards[] = [
  {
    module: systemModules.System,
    cards: [
      {
        ...count,
        key: 'system.role-changes',
        title: 'Role changes to decide',
        on: { system: 10, owner: 18 },
        todo: { action: 'Decide', by: systemModules.System },
        drill: {
          path: '/system/roles?tab=waiting',
          list: roleChangeContract.list,
          filters: () => ({ state: 'PENDING' }),
          measures: 'rows',
        },
      },
    ],
    read: async (db) => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from role_change where state = 'PENDING'`.execute(db);
      return { 'system.role-changes': { n: rows[0]?.n ?? 0 } };
    },
  },
  {
    module: systemModules.cronDashboard,
    cards: [
      {
        ...count,
        key: 'system.interrupted-jobs',
        title: 'Jobs interrupted on their last run',
        on: { system: 12 },
        todo: { action: 'Run again', by: systemModules.cronDashboard, late: true },
        drill: {
          path: '/cron/list',
          list: cronContract.list,
          filters: () => ({ state: 'INTERRUPTED' }),
          measures: 'rows',
        },
      },
    ],
    read: async (db) => {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from cron_job j
        join lateral (select state from cron_run n where n.job = j.name order by n.planned_at desc limit 1) r on r.state = 'INTERRUPTED'`.execute(
        db,
      );
      return { 'system.interrupted-jobs': { n: rows[0]?.n ?? 0 } };
    },
  },
];
