import assert from 'node:assert/strict';
import type { Endpoint } from '@aangan/contract/endpoint.ts';
import { drainExports } from '@aangan/server/files/exports.ts';
import pino from 'pino';
import { actorOf } from '../apps/api/actor-of.ts';
import type { Caller, TestApp } from './app.ts';

/** Asks for a file of comma-separated values as this person, has it made, and answers its lines: the heads first. */
export async function exportedLines(
  app: TestApp,
  caller: Caller,
  endpoint: Endpoint,
  input: object,
): Promise<string[]> {
  const { jobId } = (await caller.call(endpoint, { ...input, format: 'csv' })) as { jobId: string };
  await drainExports({ database: app.pool, log: pino({ level: 'silent' }), actorOf: actorOf(app.pool) });
  const file = await app.app.inject({
    method: 'GET',
    url: `/api/export-job/file?id=${jobId}`,
    headers: await caller.headers(),
  });
  assert.equal(file.statusCode, 200, `${endpoint.name}: ${file.body.slice(0, 200)}`);
  return file.body.trim().split('\r\n');
}
