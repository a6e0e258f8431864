import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { ApiError } from './api-error.ts';
import { connect, connection } from './connection.ts';
import { send } from './send.ts';

const rows = JSON.stringify([{ id: 7 }]);
const server = createServer((request, response) => {
  if (request.url === '/cut' || request.url === '/refused-and-cut') {
    const status = request.url === '/cut' ? 200 : 409;
    response.writeHead(status, { 'content-type': 'application/json', 'content-length': rows.length });
    response.write(rows.slice(0, 5), () => response.destroy());
    return;
  }
  if (request.url === '/portal') response.end('<html>Please sign in to the network of this hotel</html>');
  else if (request.url === '/empty') response.writeHead(204).end();
  else response.end(rows);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const before = connection.baseUrl;
connect({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
after(() => {
  connect({ baseUrl: before });
  server.close();
});

const ask = (path: string) => send({ method: 'GET', path, background: true });

test('an answer cut off on its way, or a page of another’s, is no answer; an empty one is', async () => {
  assert.deepEqual(await ask('/whole'), [{ id: 7 }]);
  assert.deepEqual(await ask('/empty'), {});
  for (const path of ['/cut', '/portal'])
    await assert.rejects(
      ask(path),
      (error) => error instanceof ApiError && error.code === 'network.away',
      path,
    );
});

test('of a refusal cut off on its way the status counts', async () => {
  await assert.rejects(ask('/refused-and-cut'), (error) => error instanceof ApiError && error.status === 409);
});
