// The process under load: the product on one port, the floor on the other. The floor is the least that could answer:
// bare Fastify and one statement through pg, with the very same bytes.

import { openDatabase } from '@aangan/server/database.ts';
import { useKeys } from '@aangan/server/seal.ts';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import pg from 'pg';
import pino from 'pino';
import { buildApp } from '../apps/api/app.ts';
import { areaServers, authenticatorOf } from '../apps/api/areas.ts';

const CONNECTIONS = 10;
const url = process.env['BENCH_API_URL'] ?? '';

useKeys({ sealKey: '07'.repeat(32), signKey: '09'.repeat(32) });
const database = openDatabase(url, { max: CONNECTIONS });
const app = await buildApp({
  database,
  areas: areaServers,
  authenticate: authenticatorOf(database),
  ports: { config: {}, origin: 'http://aangan.test' },
  log: pino({ level: 'silent' }),
  defaultYear: () => 2026,
  checkout: {
    script: 'https://checkout.test',
    frame: 'https://checkout.test',
    connect: 'https://checkout.test',
  },
});
const pool = new pg.Pool({ connectionString: process.env['BENCH_ADMIN_URL'] ?? '', max: CONNECTIONS });
const floor = Fastify();
const READ = 'select body from bench_floor where name = $1';
const WRITE =
  'with kept as (insert into bench_floor_write (body) values ($2) returning 1) select body from bench_floor, kept where name = $1';

async function answer(request: FastifyRequest, reply: FastifyReply): Promise<string> {
  const { name } = request.params as { name: string };
  const { rows } =
    request.method === 'GET'
      ? await pool.query<{ body: string }>({ name: 'floor-read', text: READ, values: [name] })
      : await pool.query<{ body: string }>({
          name: 'floor-write',
          text: WRITE,
          values: [name, JSON.stringify(request.body)],
        });
  reply.type('application/json; charset=utf-8');
  return rows[0]?.body ?? '';
}
floor.get('/:name', answer);
floor.post('/:name', answer);

const appUrl = await app.listen({ host: '127.0.0.1', port: 0 });
const floorUrl = await floor.listen({ host: '127.0.0.1', port: 0 });
process.send?.({ appUrl, floorUrl });
process.once('message', () => process.exit(0));
process.once('disconnect', () => process.exit(0));
