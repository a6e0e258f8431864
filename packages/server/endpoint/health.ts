// `/healthz`: the process answers. `/readyz`: it can do its work, that is, the database answers and the schema is there.
import { sql } from 'kysely';
import { systemActor } from '../work/actor.ts';
import type { RawEndpoint } from './raw-endpoint.ts';

const NO_STORE = { 'cache-control': 'no-store' };

export const healthEndpoints: readonly RawEndpoint[] = [
  {
    method: 'GET',
    path: '/healthz',
    summary: 'The process answers.',
    answer: async () => ({ status: 200, headers: NO_STORE, body: { ok: true } }),
  },
  {
    method: 'GET',
    path: '/readyz',
    summary: 'The process can do its work: the database answers.',
    answer: async (request) => {
      const ready = await request
        .work(systemActor(), (db) => sql`select id from installation`.execute(db))
        .then(
          (result) => result.rows.length === 1,
          () => false,
        );
      return {
        status: ready ? 200 : 503,
        headers: ready ? NO_STORE : { ...NO_STORE, 'retry-after': '2' },
        body: { ok: ready },
      };
    },
  },
];
