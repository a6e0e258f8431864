// A stop under load: what is under way is answered, and the connection is not kept for more.
import assert from 'node:assert/strict';
import http from 'node:http';
import { test } from 'node:test';
import { area, modules } from '@aangan/contract/area.ts';
import { nothing, query } from '@aangan/contract/endpoint.ts';
import { handle, serve } from '@aangan/server/endpoint/handle.ts';
import { openDatabase } from '@aangan/server/postgres/database.ts';
import { testDatabase } from '@aangan/testkit/harness.ts';
import pino from 'pino';
import * as z from 'zod';
import { buildApp } from './app.ts';

test('an answer under way ends its connection when the process stops, and the stop does not wait for it', async () => {
  const db = await testDatabase();
  const database = openDatabase(db.url, { max: 2 });
  const own = modules({ slow: { title: 'Slow' } });
  const contract = {
    read: query({
      name: 'slow.read',
      summary: 'Answers when it is let.',
      module: '@anyone',
      scope: 'anyone',
      input: nothing,
      output: z.object({}),
    }),
  };
  let asked = (): void => undefined;
  let answer = (): void => undefined;
  const isAsked = new Promise<void>((done) => {
    asked = done;
  });
  const mayAnswer = new Promise<void>((done) => {
    answer = done;
  });
  const read = handle(contract.read, async () => {
    asked();
    await mayAnswer;
    return {};
  });
  const origin = 'http://localhost';
  const app = await buildApp({
    database,
    areas: [
      serve(area({ name: 'slow', title: 'Slow', modules: own.$info, contracts: [contract] }), [{ read }]),
    ],
    authenticate: () => Promise.reject(new Error('nobody signs in here')),
    ports: { config: {}, origin },
    log: pino({ level: 'silent' }),
    defaultYear: () => 2026,
    checkout: { script: origin, frame: origin, connect: origin },
  });
  const isClosing = new Promise<void>((done) => app.addHook('preClose', async () => done()));
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  // As a proxy: the connection is kept for the next request.
  const agent = new http.Agent({ keepAlive: true });
  try {
    const reply = new Promise<http.IncomingMessage>((done, failed) =>
      http.get(`${url}/api/slow/read`, { agent }, done).on('error', failed),
    );
    await isAsked;
    const closed = app.close();
    await isClosing;
    answer();
    const got = await reply;
    got.resume();
    assert.deepEqual([got.statusCode, got.headers.connection], [200, 'close']);
    await closed;
  } finally {
    agent.destroy();
    await database.close();
    await db.drop();
  }
});
