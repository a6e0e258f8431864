import assert from 'node:assert/strict';
import { test } from 'node:test';
import { area, modules } from '@aangan/contract/area.ts';
import { query } from '@aangan/contract/endpoint.ts';
import * as z from 'zod';
import { handle, serve } from './handle.ts';

const own = modules({ thing: { title: 'Thing' } });
const of = (name: string) =>
  query({
    name,
    summary: name,
    module: own.thing,
    scope: 'centre',
    input: z.object({}),
    output: z.object({}),
  });
const contract = { open: of('thing.open'), list: of('thing.list') };
const thing = area({ name: 'thing', title: 'Thing', modules: own.$info, contracts: [contract] });
const open = handle(contract.open, async () => ({}));
const list = handle(contract.list, async () => ({}));

test('the handlers a file exports are served, alone or in a list, and nothing else of it', () => {
  const job = { name: 'thing.job', run: async () => {} };
  const { handlers } = serve(thing, [{ open, job, LIMIT: 3, help: () => open }, { all: [list] }]);
  assert.deepEqual(handlers, [open, list]);
});

test('a handler passed on by a second file is one handler', () => {
  assert.deepEqual(serve(thing, [{ open, list }, { list }]).handlers, [open, list]);
});

test('an area with a contract unhandled, handled twice or not its own does not start', () => {
  assert.throws(() => serve(thing, [{ open }]), /'thing\.list' of area thing has no handler/);
  const again = handle(contract.open, async () => ({}));
  assert.throws(() => serve(thing, [{ open, list }, { again }]), /'thing\.open' has two handlers/);
  const stray = handle(of('stray.open'), async () => ({}));
  assert.throws(
    () => serve(thing, [{ open, list, stray }]),
    /'stray\.open' belongs to no contract of area thing/,
  );
});
