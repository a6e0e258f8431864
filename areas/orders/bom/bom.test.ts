// Bills of material of WOW kits through HTTP: three approvers, none the maker, and one active version a model.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { type PersonName, people } from '@aangan/testkit/world.ts';
import { productIn } from '../stock/stock-testing.ts';
import { bomContract as contract } from './bom.contract.ts';
import { boms } from './bom.listing.ts';

let app: TestApp;
let blocks: string;
let panel: string;
/** Harsh of operations writes; these three decide. */
const approvers: readonly [PersonName, string][] = [
  ['Kavi', 'WOWKIT_C1_APPROVED'],
  ['Asha', 'WOWKIT_C2_APPROVED'],
  ['Sahil', 'WOWKIT_C3_APPROVED'],
];
before(async () => {
  app = await testApp();
  blocks = await productIn(app, 'BLOCKS', { category: 'INDOOR' });
  panel = await productIn(app, 'PANEL', { category: 'IT' });
  // Sahil's role of system staff has no orders: as the third approver he also is one.
  await app.sql(`insert into user_role (user_id, role_id, scope) values ($1, 33, 'NETWORK')`, [
    people.Sahil.id,
  ]);
  await app.sql(`insert into user_approval_code (user_id, code) values ($1, 'WOWKIT_C1_APPROVED')`, [
    people.Kavi.id,
  ]);
});
after(() => app.close());

const as = (name: PersonName) => app.as(name, { centre: null });
const line = (productId: string, qty: number, more: object = {}) => ({
  productId,
  qty,
  minQty: 1,
  maxQty: 10,
  mandatory: true,
  room: null,
  ...more,
});
let models = 0;
async function modelIn(): Promise<string> {
  models += 1;
  const [row] = await app.sql<{ id: string }>(
    `insert into wow_model (name, seats, area_sqft) values ($1, 60, 1800) returning id`,
    [`Model ${models}`],
  );
  return row?.id ?? '';
}
const version = async (id: string): Promise<number> =>
  (await app.sql<{ version: number }>('select version from wow_bom where id = $1', [id]))[0]?.version ?? 0;
const status = async (id: string) =>
  (
    await app.sql<{ status: string; approver_label: string }>(
      'select status, approver_label from wow_bom where id = $1',
      [id],
    )
  )[0];
const write = async (modelId: string, lines = [line(blocks, 2)]) =>
  (await as('Harsh').call(contract.create, { modelId, note: null, lines })).id;
const decide = async (
  id: string,
  who: PersonName,
  decision: 'approve' | 'reject' = 'approve',
  reason?: string,
) => as(who).call(contract.decide, { id, decision, reason: reason ?? null }, { version: await version(id) });
async function activated(modelId: string, lines = [line(blocks, 2)]): Promise<string> {
  const id = await write(modelId, lines);
  for (const [who] of approvers) await decide(id, who);
  return id;
}

test('stories 6, 7 and 8: three approve one after the other, nobody twice and never the maker; C3 switches the active version', async () => {
  const modelId = await modelIn();
  const first = await activated(modelId);
  assert.deepEqual(await status(first), { status: 'ACTIVE', approver_label: 'APPROVED' });

  const second = await write(modelId, [line(blocks, 3), line(panel, 1)]);
  const refused = async (who: PersonName, code: string) =>
    as(who).refused(contract.decide, { id: second, decision: 'approve' }, code, {
      version: await version(second),
    });
  await refused('Harsh', 'approval.own');
  await refused('Dev', 'module.missing');
  await decide(second, 'Kavi');
  assert.equal((await status(second))?.status, 'C1 APPROVED');
  await refused('Kavi', 'approval.second-level');
  await refused('Sahil', 'approval.code-missing');
  await decide(second, 'Asha');
  // A super admin holds every code, but decides on one level only.
  await refused('Asha', 'approval.second-level');
  assert.equal((await status(first))?.status, 'ACTIVE', 'until the third one decides');
  const stale = { id: second, decision: 'approve' as const };
  await as('Sahil').refused(contract.decide, stale, 'row.stale', { version: 1 });
  await decide(second, 'Sahil');
  assert.deepEqual(
    [(await status(first))?.status, (await status(first))?.approver_label, (await status(second))?.status],
    ['INACTIVE', 'APPROVED', 'ACTIVE'],
  );
  await refused('Sahil', 'row.wrong-state');
  const steps = await app.sql<{ action: string }>(
    `select action from status_step where subject = 'wow_bom' and subject_id = any ($1)`,
    [[first, second]],
  );
  assert.deepEqual(steps.map(({ action }) => action).filter((action) => action === 'replace').length, 1);
  const view = await as('Harsh').call(contract.get, { id: first });
  assert.deepEqual(
    view.chain.map(({ by }) => by !== null),
    [true, true, true],
  );
  assert.deepEqual(
    view.lines.map(({ activeQty }) => activeQty),
    [3],
  );
  assert.deepEqual(
    view.gone.map(({ productId }) => productId),
    [panel],
  );
});

test('two versions at the last step at once leave one active', async () => {
  const modelId = await modelIn();
  const both = [await write(modelId), await write(modelId)];
  for (const id of both) for (const who of ['Kavi', 'Asha'] as const) await decide(id, who);
  await Promise.all(both.map((id) => decide(id, 'Sahil')));
  const states = await Promise.all(both.map(async (id) => (await status(id))?.status));
  assert.deepEqual(states.sort(), ['ACTIVE', 'INACTIVE']);
});

test('the maker changes an undecided version with a note; after that it is locked and is copied', async () => {
  const modelId = await modelIn();
  const id = await write(modelId);
  const amend = { id, note: 'One more box', lines: [line(blocks, 4)] };
  await as('Kavi').refused(contract.amend, amend, 'bom.locked', { version: await version(id) });
  await as('Harsh').call(contract.amend, amend, { version: await version(id) });
  await as('Harsh').refused(contract.copy, { id }, 'bom.not-copied');
  await decide(id, 'Kavi');
  await as('Harsh').refused(contract.amend, amend, 'bom.locked', { version: await version(id) });
  const short = await as('Asha').refused(
    contract.decide,
    { id, decision: 'reject', reason: 'No' },
    'input.invalid',
    {
      version: await version(id),
    },
  );
  assert.deepEqual(Object.keys(short.fields ?? {}), ['reason']);
  await decide(id, 'Asha', 'reject', 'The blocks are too many for this room');
  assert.deepEqual(await status(id), { status: 'REJECTED', approver_label: 'REJECTED' });
  const { id: next } = await as('Harsh').call(contract.copy, { id });
  const view = await as('Harsh').call(contract.get, { id: next });
  assert.deepEqual([view.versionNo, view.status, view.lines[0]?.qty], [2, 'PENDING', 4]);
});

test('out of use with a reason, and back only while no other version is active, by who decides last', async () => {
  const modelId = await modelIn();
  const first = await activated(modelId);
  const second = await activated(modelId);
  await as('Sahil').refused(contract.activate, { id: first }, 'bom.active-exists', {
    version: await version(first),
  });
  const reason = 'The panel is no longer made';
  await as('Harsh').call(contract.deactivate, { id: second, reason }, { version: await version(second) });
  await as('Harsh').refused(contract.activate, { id: first }, 'approval.code-missing', {
    version: await version(first),
  });
  await as('Sahil').call(contract.activate, { id: first }, { version: await version(first) });
  assert.deepEqual([(await status(first))?.status, (await status(second))?.status], ['ACTIVE', 'INACTIVE']);
});

test('lines: bounds, twice the same, what WOW kits do not offer; a centre reads what was active and writes nothing', async () => {
  const modelId = await modelIn();
  const wrong = async (lines: ReturnType<typeof line>[], field: string) => {
    const { status: code, body } = await as('Harsh').raw(contract.create, { modelId, note: null, lines });
    assert.equal(code, 422);
    assert.ok(Object.keys((body as { fields?: object }).fields ?? {}).includes(field), JSON.stringify(body));
  };
  await wrong([line(blocks, 11)], 'lines.0.qty');
  await wrong([line(blocks, 1, { minQty: 0 })], 'lines.0.minQty');
  await wrong([line(blocks, 1), line(blocks, 1)], 'lines');
  await wrong([], 'lines');
  const bag = await productIn(app, 'BAG');
  const told = await as('Harsh').refused(
    contract.create,
    { modelId, note: null, lines: [line(bag, 1)] },
    'bom.product-not-mapped',
  );
  assert.match(told.message, /Item BAG/);

  const pending = await write(modelId);
  const active = await activated(modelId);
  const bina = app.as('Bina');
  const { rows } = await bina.call(boms.endpoints.list, { modelId });
  assert.deepEqual(
    rows.map(({ id }) => id),
    [active],
  );
  assert.ok(Object.values(rows[0]?.can ?? {}).every((may) => !may));
  await bina.refused(contract.get, { id: pending }, 'row.not-found');
  await bina.refused(
    contract.create,
    { modelId, note: null, lines: [line(blocks, 1)] },
    'orders.network-only',
  );
  await bina.refused(contract.copy, { id: active }, 'orders.network-only');
});
