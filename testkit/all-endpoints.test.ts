// Promise A1: no hidden endpoint. And for every endpoint: a stranger gets 401, somebody without the module 403, a foreign
// centre 404, whatever they send. A new endpoint is walked without a line being added here.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { nothing, openModules, query } from '@aangan/contract/endpoint.ts';
import type { ErrorBody } from '@aangan/server/endpoint/errors.ts';
import { publishFigure } from './figure.ts';
import { operationsOf, readPermissions, takeInventory, type WalkedApp, walkedApp } from './operations.ts';
import { BANER } from './world.ts';

let app: WalkedApp;
before(async () => {
  app = await walkedApp();
});
after(() => app.close());

const closed = () =>
  app.endpoints.filter(({ endpoint }) => endpoint.scope !== 'anyone' && endpoint.scope !== 'link');
const open: string[] = Object.values(openModules);
const isGated = (module: string | readonly string[]) => ![module].flat().some((name) => open.includes(name));

test('A1: registered routes = OpenAPI operations = permission table', () => {
  const found = takeInventory(app.routes, app.document, readPermissions());
  publishFigure({
    promise: 'A1',
    routes: app.routes.length,
    operations: operationsOf(app.document).length,
    unlisted: found.hidden.length + found.unlisted.length,
    stale: found.stale.length + found.leftover.length,
    different: found.different.length,
  });
  assert.deepEqual(found, { hidden: [], stale: [], unlisted: [], leftover: [], different: [] });
});

test('A1 broken twins: a route beside the contracts, an operation without a row, a row without an operation, another module', () => {
  const permissions = readPermissions();
  const [first, ...rest] = permissions;
  assert.ok(first);
  assert.deepEqual(takeInventory([...app.routes, 'GET /api/debug/dump'], app.document, permissions).hidden, [
    'GET /api/debug/dump',
  ]);
  assert.ok(
    takeInventory(app.routes, app.document, rest).unlisted.some((line) =>
      line.startsWith(`${first.operation},`),
    ),
  );
  assert.ok(
    takeInventory(app.routes, app.document, [
      ...permissions,
      { ...first, operation: 'ghost.list' },
    ]).leftover.includes('ghost.list'),
  );
  assert.equal(
    takeInventory(app.routes, app.document, [{ ...first, modules: ['somethingElse'] }, ...rest]).different
      .length,
    1,
  );
  const [gone] = operationsOf(app.document).map(({ method, path }) => `${method} ${path}`);
  assert.deepEqual(
    takeInventory(
      app.routes.filter((route) => route !== gone),
      app.document,
      permissions,
    ).stale,
    [gone],
  );
});

test('every row of the permission table stands in the file of its own area', () => {
  const areaOf = new Map(app.endpoints.map(({ area, endpoint }) => [endpoint.name, area]));
  const astray = readPermissions().filter((row) => areaOf.get(row.operation) !== row.area);
  assert.deepEqual(
    astray.map((row) => `${row.operation} in ${row.area}`),
    [],
  );
});

test('every operation has a unique name, a sentence, a tag, module, write flag and scope', () => {
  const names = new Set<string>();
  for (const { operation, method } of operationsOf(app.document)) {
    assert.ok(!names.has(operation.operationId), `${operation.operationId} twice`);
    names.add(operation.operationId);
    assert.match(operation.summary, /^[A-Z0-9].{3,}/, operation.operationId);
    assert.equal(operation.tags.length, 1);
    assert.ok([operation['x-module']].flat().every((module) => module.length > 0));
    assert.equal(typeof operation['x-write'], 'boolean');
    assert.ok(operation['x-scope'].length > 0);
    if (method === 'GET' && operation['x-scope'] !== 'raw')
      assert.equal(operation['x-write'], false, `${operation.operationId} reads, so it needs no write flag`);
  }
});

test('every module that opens something is in the catalogue of modules', async () => {
  const known = new Set((await app.sql<{ name: string }>('select name from module')).map(({ name }) => name));
  const missing = app.endpoints.flatMap(({ endpoint }) =>
    [endpoint.module, endpoint.also ?? []]
      .flat()
      .filter((name) => !open.includes(name) && !known.has(name))
      .map((name) => `${endpoint.name}: ${name}`),
  );
  assert.deepEqual(missing, []);
});

test('nobody signed in: 401 before anything is looked at', async () => {
  for (const { endpoint } of closed()) {
    for (const input of [{}, { id: 'x', unknown: 1 }]) {
      const { status, body } = await app.stranger.raw(endpoint, input);
      assert.deepEqual([status, (body as ErrorBody).code], [401, 'session.missing'], endpoint.name);
    }
    const { status } = await app.stranger.raw(endpoint, {}, { headers: { authorization: 'A'.repeat(43) } });
    assert.equal(status, 401, `${endpoint.name} with a made-up token`);
  }
});

test('without the module: 403 before the input is looked at', async () => {
  const zoya = app.as('Zoya');
  for (const { endpoint } of closed().filter(({ endpoint: { module } }) => isGated(module))) {
    const { status, body } = await zoya.raw(endpoint, { unknown: 1 }, { version: 1 });
    assert.deepEqual([status, (body as ErrorBody).code], [403, 'module.missing'], endpoint.name);
  }
});

test('with a centre that is not the caller’s: 404', async () => {
  const foreign = app.as('Bina', { centre: BANER });
  for (const { endpoint } of closed()) {
    const { status, body } = await foreign.raw(endpoint, {}, { version: 1 });
    assert.deepEqual([status, (body as ErrorBody).code], [404, 'context.foreign'], endpoint.name);
  }
});

test('public operations without a valid link: 404, always the same', async () => {
  for (const { endpoint } of app.endpoints.filter(
    ({ endpoint }) => endpoint.scope === 'link' && endpoint.publicCentre === null,
  )) {
    const none = await app.stranger.raw(endpoint, {});
    assert.deepEqual([none.status, (none.body as ErrorBody).code], [404, 'link.not-found'], endpoint.name);
  }
});

test('input is strict: an unknown key is refused and named', async () => {
  const asha = app.as('Asha', { centre: 2, steppedUp: true });
  for (const { endpoint } of closed()) {
    const { status, body } = await asha.raw(endpoint, { surprise: 1 }, { version: 1, key: 'surprise-12345' });
    assert.deepEqual(
      [status, (body as ErrorBody).fields?.['surprise']],
      [422, 'This field is not known here'],
      endpoint.name,
    );
  }
});

test('broken twin: an endpoint outside the runner would be seen', async () => {
  const twin = query({
    name: 'twin.leak',
    summary: 'Leaks.',
    module: 'System',
    scope: 'network',
    input: nothing,
    output: nothing,
  });
  const { status } = await app.as('Zoya').raw(twin, {});
  assert.equal(status, 404, 'it is not mounted, so it is not there');
});
