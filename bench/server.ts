// The process under load, one of two (BENCH_PART): the product, or the floor. The floor is bare Fastify and pg: under
// /floor it answers each scenario's question by hand-written SQL, under /bare it asks what the product asked, under /stored
// it gives the stored bytes of an answer.
import { openDatabase } from '@aangan/server/postgres/database.ts';
import { useKeys } from '@aangan/server/work/seal.ts';
import Fastify, { type FastifyRequest } from 'fastify';
import pg from 'pg';
import pino from 'pino';
import { buildApp } from '../apps/api/app.ts';
import { areaServers, authenticatorOf } from '../apps/api/areas.ts';
import { askBare, notedQueries, noteQueries } from './bare-queries.ts';
import { ledgerScenarios, scenarios } from './lines.ts';
import { type BareQuery, BENCH_KEYS } from './part.ts';

const CONNECTIONS = 10;

async function startProduct(): Promise<string> {
  useKeys(BENCH_KEYS);
  const database = openDatabase(process.env['BENCH_API_URL'] ?? '', { max: CONNECTIONS });
  const app = await buildApp({
    database,
    areas: areaServers,
    authenticate: authenticatorOf(database),
    ports: { config: {}, origin: 'http://aangan.test' },
    log: pino({ level: process.env['BENCH_LOG'] ?? 'silent' }),
    defaultYear: () => 2026,
    checkout: {
      script: 'https://checkout.test',
      frame: 'https://checkout.test',
      connect: 'https://checkout.test',
    },
  });
  return app.listen({ host: '127.0.0.1', port: 0 });
}

async function startFloor(): Promise<string> {
  const pool = new pg.Pool({
    connectionString: process.env['BENCH_ADMIN_URL'] ?? '',
    max: CONNECTIONS,
    options: '-c timezone=Asia/Kolkata -c jit=off',
  });
  const app = Fastify();
  for (const { name, floor } of [...scenarios, ...ledgerScenarios]) {
    const answer = (request: FastifyRequest) =>
      floor({
        pool,
        query: request.query as Record<string, string>,
        body: request.body,
        centre: Number(request.headers['x-franchisee-id']),
        year: Number(request.headers['x-academic-year-id']),
      });
    app.get(`/floor/${name}`, answer);
    app.post(`/floor/${name}`, answer);
  }
  const stored = async (request: FastifyRequest, reply: { type(type: string): void }) => {
    const { name } = request.params as { name: string };
    const { rows } = await pool.query<{ body: string }>({
      name: 'stored',
      text: 'select body from bench_stored where name = $1',
      values: [name],
    });
    reply.type('application/json; charset=utf-8');
    return rows[0]?.body ?? '';
  };
  const bare: BareQuery[][] = [];
  app.post(
    '/bare',
    { bodyLimit: 2 ** 24 },
    (request) => `/bare/${bare.push(request.body as BareQuery[]) - 1}`,
  );
  app.get('/bare/:n', (request) => askBare(pool, bare[Number((request.params as { n: string }).n)] ?? []));
  app.get('/stored/:name', stored);
  app.post('/stored/:name', stored);
  return app.listen({ host: '127.0.0.1', port: 0 });
}

const url = await (process.env['BENCH_PART'] === 'floor' ? startFloor() : startProduct());
process.send?.({ url });
process.on('message', (message) => {
  if (message === 'stop') process.exit(0);
  if (message === 'note') {
    noteQueries();
    process.send?.({});
  }
  if (message === 'noted') process.send?.(notedQueries());
  if (message === 'usage') process.send?.({ usage: process.cpuUsage(), rss: process.memoryUsage.rss() });
});
process.once('disconnect', () => process.exit(0));
