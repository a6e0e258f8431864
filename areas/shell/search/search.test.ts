// Ctrl+K finds people, centres, children, enquiries and receipts of the caller's own scope, and nothing else.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { BANER } from '@aangan/testkit/world.ts';
import { searchContract } from '../search.contract.ts';

let app: TestApp;
before(async () => {
  app = await testApp();
});
after(() => app.close());

const kindsOf = async (name: Parameters<TestApp['as']>[0], q: string, centre?: number | null) => {
  const { groups } = await app
    .as(name, centre === undefined ? {} : { centre })
    .call(searchContract.search, { q });
  return Object.fromEntries(groups.map((group) => [group.kind, group.hits.map((hit) => hit.label)]));
};

test('children are found by those who hold students, at their own centre alone', async () => {
  assert.deepEqual(
    (await kindsOf('Bina', 'aar'))['student']?.map((label) => label.split(' ')[0]),
    ['Aarav'],
  );
  assert.equal((await kindsOf('Bina', 'myra'))['student'], undefined, 'Myra is at Baner');
  assert.equal((await kindsOf('Asha', 'myra'))['student']?.length, 1);
  assert.equal((await kindsOf('Asha', 'myra', BANER))['student']?.length, 1);
  assert.deepEqual(await kindsOf('Zoya', 'aar'), {}, 'no role, no answer');
  assert.equal((await kindsOf('Gita', 'kabir'))['student'], undefined, 'a parent finds no other child');
});

test('centres by number, code or name; people by name; each only with its module', async () => {
  assert.deepEqual((await kindsOf('Asha', 'baner'))['franchisee'], ['(003) Baner']);
  assert.deepEqual((await kindsOf('Asha', '003'))['franchisee']?.[0], '(003) Baner');
  assert.equal((await kindsOf('Asha', 'rekha'))['user']?.length, 1);
  assert.equal((await kindsOf('Bina', 'rekha'))['user'], undefined, 'Rekha is at Baner');
  assert.equal((await kindsOf('Divya', 'bina'))['user'], undefined, 'a teacher does not hold users');
});

test('marks of patterns are letters, at most five of a kind, the read is logged, short questions are refused', async () => {
  assert.deepEqual(await kindsOf('Asha', '%%'), {});
  assert.deepEqual(await kindsOf('Asha', '__'), {});
  const many = await kindsOf('Asha', 'aangan.test');
  assert.equal(many['user']?.length, 5);
  const logged = await app.sql(`select 1 from access_log where contract = 'shell.search'`);
  assert.ok(logged.length > 0);
  await app.as('Asha').refused(searchContract.search, { q: 'a' }, 'input.invalid');
});
