// Promise T1: every operation x role x place. See permission-matrix.ts for how the expectation is made. `npm run prove`
// sends every case through HTTP; here the runner's admission is asked of every case, and HTTP of one of each kind.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { area, modules } from '@aangan/contract/area.ts';
import { nothing, query } from '@aangan/contract/endpoint.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle, serve } from '@aangan/server/endpoint/handle.ts';
import * as z from 'zod';
import { readTables, tenantTables } from './catalogue.ts';
import { make } from './factories.ts';
import { publishFigure } from './figure.ts';
import { readIds } from './id-pool.ts';
import { operationsOf, readPermissions, type WalkedApp, walkedApp } from './operations.ts';
import { type MatrixInput, PLACES, readMarks, WALKERS, walkMatrix } from './permission-matrix.ts';
import { withClient } from './postgres.ts';
import { isProving } from './prove.ts';
import { takeBackLater } from './watched-pool.ts';
import { ANDHERI, BANER } from './world.ts';

let app: WalkedApp;
let input: MatrixInput;

async function inputOf(walked: WalkedApp): Promise<MatrixInput> {
  const tables = await withClient(walked.database.adminUrl, async (client) =>
    tenantTables(await readTables(client)),
  );
  const withIds = tables
    .filter(
      (table) =>
        table.columns.some((column) => column.name === 'id' && column.type === 'uuid') &&
        table.name !== 'franchisee',
    )
    .map((table) => table.name);
  return {
    app: walked,
    permissions: readPermissions(),
    ids: new Map([
      [ANDHERI, await readIds(walked.database.adminUrl, ANDHERI)],
      [BANER, await readIds(walked.database.adminUrl, BANER)],
    ]),
    marks: await readMarks(walked, withIds, [ANDHERI, BANER]),
  };
}

before(async () => {
  app = await walkedApp({ data: 'demo' });
  const takeBack = takeBackLater(app.pool.pool);
  const records = app.areas
    .flatMap((server) => server.area.records)
    .filter((record) => record.scope !== 'network' && record.writes === 'record');
  for (const record of records)
    for (const centre of [ANDHERI, BANER]) await make(app, record, {}, { centre });
  input = await inputOf(app);
  // From here on nothing is kept: whatever one walker is allowed to do, the next one finds the same world.
  takeBack();
});
after(() => app.close());

test('T1: every operation answers every person in every place as the tables say', {
  timeout: 1_800_000,
}, async () => {
  const started = performance.now();
  const result = await walkMatrix(input, isProving);
  publishFigure({
    promise: 'T1',
    operations: operationsOf(app.document).length,
    people: WALKERS.length,
    places: PLACES.length,
    whole: isProving,
    admissions: result.admissions,
    checks: result.checks,
    allowed: result.allowed,
    leaks: result.leaks.length,
    wrongRefusals: result.wrong.length,
    serverErrors: result.serverErrors.length,
    seconds: Math.round((performance.now() - started) / 1000),
  });
  assert.deepEqual(
    {
      leaks: result.leaks.slice(0, 20),
      wrong: result.wrong.slice(0, 20),
      serverErrors: result.serverErrors.slice(0, 20),
    },
    { leaks: [], wrong: [], serverErrors: [] },
  );
  const asked = new Set(
    operationsOf(app.document).flatMap(({ operation }) =>
      operation['x-scope'] === 'raw' ? [] : [operation.operationId],
    ),
  );
  const guarded = input.permissions.filter(
    ({ operation, scope }) => asked.has(operation) && scope !== 'anyone' && scope !== 'link',
  );
  // Nobody signed in has one place.
  const cases = (WALKERS.length - 1) * PLACES.length + 1;
  assert.equal(result.admissions, guarded.length * cases, 'the runner is asked of every case');
  assert.ok(result.checks >= asked.size, 'every operation goes through HTTP');
  assert.ok(result.allowed > result.checks / 20, 'hardly anything was allowed: the walk proves nothing');
});

test('T1 broken twins: an endpoint without its module, one that is shut, one that refuses by itself, one that shows another centre’s row', async () => {
  const own = modules({ System: { title: 'System' } });
  const [foreign = ''] = input.marks.get(BANER) ?? [];
  const base = { scope: 'centre', input: nothing } as const;
  const contract = {
    open: query({
      ...base,
      module: '@signed-in',
      name: 'twin.open',
      summary: 'Lost its module.',
      output: nothing,
    }),
    shut: query({
      ...base,
      module: 'cronDashboard',
      name: 'twin.shut',
      summary: 'Asks for too much.',
      output: nothing,
    }),
    stubborn: query({
      ...base,
      module: 'System',
      name: 'twin.stubborn',
      summary: 'Refuses whom the runner admits.',
      output: nothing,
    }),
    half: query({
      ...base,
      module: '@signed-in',
      name: 'twin.half',
      summary: 'Lost the module it needs beside.',
      output: nothing,
    }),
    leaky: query({
      ...base,
      module: 'System',
      name: 'twin.leaky',
      summary: 'Shows a foreign row.',
      output: z.object({ id: z.string() }),
    }),
  };
  const server = serve(area({ name: 'twin', title: 'Twin', modules: own.$info, contracts: [contract] }), [
    handle(contract.open, async () => ({})),
    handle(contract.shut, async () => ({})),
    handle(contract.stubborn, async () => {
      throw refuse('module.missing');
    }),
    handle(contract.half, async () => ({})),
    handle(contract.leaky, async () => ({ id: foreign || TWIN_ID })),
  ]);
  const twin = await walkedApp({ areas: [server] });
  try {
    const permissions = ['twin.open', 'twin.shut', 'twin.stubborn', 'twin.half', 'twin.leaky'].map(
      (operation) => ({
        area: 'twin',
        operation,
        modules:
          operation === 'twin.shut' ? ['enquiry'] : operation === 'twin.half' ? ['@signed-in'] : ['System'],
        also: operation === 'twin.half' ? 'System' : null,
        write: false,
        scope: 'centre',
        network: false,
      }),
    );
    const marks = new Map([
      [ANDHERI, new Set<string>()],
      [BANER, new Set([foreign || TWIN_ID])],
    ]);
    const result = await walkMatrix({ app: twin, permissions, ids: input.ids, marks }, isProving);
    assert.ok(result.wrong.some((line) => /^twin\.open as Zoya.*module expected/.test(line)));
    assert.ok(result.wrong.some((line) => /^twin\.half as Zoya.*module expected/.test(line)));
    assert.ok(result.wrong.some((line) => /^twin\.shut as Bina.*allowed expected/.test(line)));
    assert.ok(result.leaks.some((line) => /^twin\.leaky as \w+, own centre/.test(line)));
    assert.ok(
      result.wrong.some((line) => /^twin\.stubborn as .*allowed expected, 403 module\.missing/.test(line)),
    );
  } finally {
    await twin.close();
  }
});

const TWIN_ID = '0190a000-0000-7000-8000-0000000000ff';
