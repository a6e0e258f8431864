// The staff list and the card that opens it, over the demo network: every state, every filter, page by page.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { InputOf } from '@aangan/contract/endpoint.ts';
import { useAreas } from '@aangan/server/endpoint/area-registry.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, BANER, staffIds } from '@aangan/testkit/world.ts';
import { homeContract } from '../../shell/home/home.contract.ts';
import { rowOf } from '../staff-testing.ts';
import { staffContract } from './staff.contract.ts';
import { staffListContract } from './staff-list.contract.ts';

let app: TestApp;
before(async () => {
  app = await testApp({ data: 'demo' });
  useAreas(app.areas);
});
after(() => app.close());

type Input = InputOf<typeof staffListContract.list>;
const total = async (input: Input, centre: number | null = null) =>
  (await app.as('Kavi', { centre }).call(staffListContract.list, input)).total.n;

test('the demo has staff in every state', async () => {
  assert.ok((await total({ status: 'APPROVED' })) > 80);
  // Usha of the named people waits beside the six of the demo.
  const states = { PENDING: 7, SUSPENDED: 1, LEFT: 5, REJECTED: 0 } as const;
  for (const [status, n] of Object.entries(states))
    assert.equal(await total({ status: status as 'PENDING' }), n, status);
});

test('two of those who wait are complete: head office approves them', async () => {
  const kavi = app.as('Kavi', { centre: null });
  const { rows } = await kavi.call(staffListContract.list, { status: 'PENDING' });
  const complete = rows.filter((row) => row.verified === row.needed);
  assert.deepEqual([complete.length, complete.every((row) => row.can['approve'])], [2, true]);
  for (const { id, version } of complete) await kavi.call(staffContract.approve, { id }, { version });
  for (const row of rows.filter((one) => one.verified < one.needed))
    await kavi.refused(staffContract.approve, { id: row.id }, 'staff.documents-missing', {
      version: row.version,
    });
});

test('filters narrow, the search knows name, code and mobile, other centres stay away', async () => {
  const bina = app.as('Bina');
  const names = async (input: Input) =>
    (await bina.call(staffListContract.list, { ...input, limit: 200 })).rows.map((row) => row.name);
  const everybody = await bina.call(staffListContract.list, { limit: 200 });
  assert.ok(everybody.rows.every((row) => row.franchiseeId === ANDHERI));
  const { employee_code: code } = await rowOf(app, staffIds.Divya);
  const mobile = everybody.rows.find((row) => row.id === staffIds.Divya)?.mobile ?? '';
  for (const q of ['divya nair', code, mobile.slice(3)])
    assert.ok((await names({ q })).includes('Divya Nair'), q);
  assert.deepEqual(await names({ q: '100%_nobody' }), []);
  const drivers = await bina.call(staffListContract.list, { category: 'TRANSPORT' });
  assert.deepEqual([...new Set(drivers.rows.map((row) => row.designation))], ['Driver']);
  const [designation] = await app.sql<{ id: string }>(
    `select id from staff_designation where name = 'Counsellor'`,
  );
  assert.equal((await names({ designationId: designation?.id })).length, 3);
  const missing = await bina.call(staffListContract.list, { documents: 'missing' });
  assert.ok(missing.rows.length > 0 && missing.rows.every((row) => row.verified < row.needed));
  const charu = await app.as('Charu').call(staffListContract.list, { limit: 200 });
  assert.ok(charu.rows.length > 0 && charu.rows.every((row) => row.franchiseeId === BANER));
  assert.equal((await bina.raw(staffListContract.list, { status: 'ASLEEP' })).status, 422);
});

test('page by page gives every person once, by name', async () => {
  const kavi = app.as('Kavi', { centre: null });
  const seen: { id: string; name: string }[] = [];
  let after: string | undefined;
  do {
    const page = await kavi.call(staffListContract.list, { limit: 20, ...(after ? { after } : {}) });
    seen.push(...page.rows);
    after = page.next ?? undefined;
  } while (after);
  const sorted = await app.sql<{ id: string }>('select id from staff order by name, id');
  assert.deepEqual(
    seen.map((row) => row.id),
    sorted.map((row) => row.id),
  );
});

test('the card counts the rows it opens and says what to do to whoever may approve', async () => {
  const card = async (name: 'Bina' | 'Asha') =>
    (await app.as(name).call(homeContract.cards, { ids: ['staff.waiting'] })).cards[0];
  const bina = await card('Bina');
  const listed = await app.as('Bina').call(staffListContract.list, { status: 'PENDING' });
  assert.deepEqual(
    [bina?.figure?.n, bina?.todo, bina?.link],
    [listed.total.n, null, { path: '/staff/details', filters: { status: 'PENDING' } }],
  );
  assert.deepEqual((await card('Asha'))?.todo, { action: 'Approve', late: false });
});
