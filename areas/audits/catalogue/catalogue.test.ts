// What audits ask, through HTTP: questions added whole or not at all, weights that make 100.00 %, versions that later changes
// leave alone, and nobody but head office writing any of it.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { addDays, todayIst } from '@aangan/contract/period.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { auditCategory } from './audit-category.record.ts';
import { auditParameter } from './audit-parameter.record.ts';
import { auditSubCategory } from './audit-sub-category.record.ts';
import { auditType } from './audit-type.record.ts';
import { catalogueContract as contract } from './catalogue.contract.ts';
import { EMPTY, pasted, rowOf } from './grid-rows.ts';
import { weightFault } from './snapshot.ts';

let app: TestApp;
before(async () => {
  app = await testApp();
});
after(() => app.close());

const kavi = () => app.as('Kavi', { centre: null });
const tomorrow = addDays(todayIst(Date.now()), 1);
let count = 0;
const create = async (record: { endpoints: { create?: unknown } }, values: object) =>
  ((await kavi().call(record.endpoints.create as never, values as never)) as { id: string }).id;

async function addType(family: 'AMS' | 'GENERAL' | 'CENTRE_HEAD' = 'GENERAL') {
  count += 1;
  return create(auditType, {
    name: `Type ${count} ${randomUUID().slice(0, 8)}`,
    family,
    slug: `type-${count}-${randomUUID().slice(0, 8)}`,
    subjectKind: 'CENTRE',
    conductedBy: 'NETWORK',
    reviewRequired: true,
    locate: false,
    signoffRequired: false,
    criticalCapBp: 5900,
    bandABp: 9000,
    bandBBp: 7500,
    bandCBp: 6000,
    closureDays: 14,
    responseDays: 3,
    publishWithinHours: 48,
    active: true,
  });
}
const addCategory = (typeId: string, name: string, position = 1) =>
  create(auditCategory, { typeId, name, position, active: true });
const addSub = (categoryId: string, name = 'All') =>
  create(auditSubCategory, { categoryId, name, position: 1, active: true });
const row = (code: string, more = {}) => ({
  code,
  question: `Is ${code} in order?`,
  responseKind: 'YES_NO_NA' as const,
  maxScore: 1,
  weight: 1,
  critical: false,
  photoOn: 'NO' as const,
  severity: 'MINOR' as const,
  ...more,
});
const add = (subCategoryId: string, rows: ReturnType<typeof row>[]) =>
  kavi().call(contract.addParameters, { subCategoryId, rows });
const weigh = (typeId: string, lines: readonly (readonly [string, number])[], effectiveFrom = tomorrow) => ({
  typeId,
  effectiveFrom,
  note: null,
  lines: lines.map(([categoryId, weightBp]) => ({ categoryId, weightBp })),
});
const publish = (typeId: string) => kavi().call(contract.publish, { typeId, changeNote: 'As agreed' });
const typeOf = async (side: 'academic' | 'general', id: string) =>
  (await kavi().call(contract.tree, { side })).rows.find((one) => one.id === id);

test('a type is published with questions and weights, and a version stays as it was', async () => {
  const typeId = await addType();
  const refusedEmpty = await kavi().refused(contract.publish, { typeId, changeNote: 'x' }, 'catalogue.empty');
  assert.ok(refusedEmpty);
  const [fire, aid] = [await addCategory(typeId, 'Fire', 1), await addCategory(typeId, 'First aid', 2)];
  const sub = await addSub(fire);
  assert.deepEqual(await add(sub, [row('F-1', { weight: 5 }), row('F-2')]), { added: 2 });
  await add(await addSub(aid), [row('A-1', { responseKind: 'SCALE', maxScore: 5 })]);
  await kavi().refused(contract.publish, { typeId, changeNote: 'x' }, 'catalogue.no-weights');
  await kavi().call(
    contract.saveWeights,
    weigh(typeId, [
      [fire, 6000],
      [aid, 4000],
    ]),
  );
  assert.deepEqual(await publish(typeId), { version: 1 });
  await kavi().refused(contract.publish, { typeId, changeNote: 'x' }, 'catalogue.unchanged');
  const seen = await typeOf('general', typeId);
  assert.deepEqual(
    [
      seen?.version,
      seen?.unpublished,
      seen?.categories.map(({ name, parameters, maxPoints }) => [name, parameters, maxPoints]),
    ],
    [
      1,
      false,
      [
        ['Fire', 2, 6],
        ['First aid', 1, 5],
      ],
    ],
  );
  assert.equal(await typeOf('academic', typeId), undefined);

  const { rows } = (await kavi().call(
    auditParameter.endpoints.list as never,
    {
      filters: { subCategoryId: sub },
    } as never,
  )) as { rows: { id: string; version: number; code: string }[] };
  const first = rows.find(({ code }) => code === 'F-1');
  await kavi().call(
    auditParameter.endpoints.update as never,
    { id: first?.id, changes: { question: 'Another question?' } } as never,
    { version: first?.version ?? 0 },
  );
  await add(sub, [row('F-3')]);
  const changed = await typeOf('general', typeId);
  assert.deepEqual(
    [changed?.unpublished, changed?.added, changed?.changed, changed?.removed],
    [true, 1, 1, 0],
  );
  assert.deepEqual(await publish(typeId), { version: 2 });
  const versions = await app.sql<{ asked: string[]; parameters: number }>(
    `select parameters, jsonb_path_query_array(snapshot, '$.categories[0].subCategories[0].parameters[*].question') as asked
       from audit_template_version where type_id = $1 order by version_no`,
    [typeId],
  );
  assert.deepEqual(
    versions.map(({ parameters, asked }) => [parameters, asked[0]]),
    [
      [3, 'Is F-1 in order?'],
      [4, 'Another question?'],
    ],
  );
  await assert.rejects(
    app.sql(`update audit_template_version set change_note = 'x' where type_id = $1`, [typeId]),
  );
});

test('a category that has no weight yet, and a code that stands twice, keep a type from being published', async () => {
  const typeId = await addType();
  const one = await addCategory(typeId, 'One');
  await add(await addSub(one), [row('X-1')]);
  await kavi().call(contract.saveWeights, weigh(typeId, [[one, 10000]]));
  const two = await addCategory(typeId, 'Two', 2);
  await add(await addSub(two), [row('x-1')]);
  await kavi().refused(contract.publish, { typeId, changeNote: 'x' }, 'catalogue.code-twice');
  await app.sql(
    `update audit_parameter set code = 'X-2' where code = 'x-1' and sub_category_id in (select id from audit_sub_category where category_id = $1)`,
    [two],
  );
  await kavi().refused(contract.publish, { typeId, changeNote: 'x' }, 'catalogue.no-weights');
});

test('pasted questions are added all or not at all, with the fault at its cell', async () => {
  const sub = await addSub(await addCategory(await addType(), 'One'));
  await add(sub, [row('Q-1')]);
  const refused = await kavi().refused(
    contract.addParameters,
    { subCategoryId: sub, rows: [row('Q-2'), row('q-1'), row('Q-3', { responseKind: 'SCALE' as const })] },
    'catalogue.rows',
  );
  const text = JSON.stringify(refused);
  assert.match(text, /rows\.1\.code/);
  assert.match(text, /rows\.2\.maxScore/);
  const [{ n } = { n: -1 }] = await app.sql<{ n: number }>(
    `select count(*)::int as n from audit_parameter where sub_category_id = $1`,
    [sub],
  );
  assert.equal(n, 1);
  const most = Array.from({ length: 51 }, (_, i) => row(`M-${i}`));
  await kavi().refused(contract.addParameters, { subCategoryId: sub, rows: most }, 'input.invalid');
  assert.deepEqual(await add(sub, most.slice(0, 50)), { added: 50 });
  await kavi().refused(
    contract.addParameters,
    { subCategoryId: randomUUID(), rows: [row('N')] },
    'row.not-found',
  );
});

test('weights are 100.00 % of the active categories, from a later day on, once a day', async () => {
  const typeId = await addType('AMS');
  const [a, b] = [await addCategory(typeId, 'A', 1), await addCategory(typeId, 'B', 2)];
  const short = await kavi().refused(
    contract.saveWeights,
    weigh(typeId, [
      [a, 5850],
      [b, 4000],
    ]),
    'weights.total',
  );
  assert.match(JSON.stringify(short), /Total is 98\.50 %\. Add 1\.50 %\./);
  await kavi().refused(contract.saveWeights, weigh(typeId, [[a, 10000]]), 'weights.categories');
  await kavi().refused(
    contract.saveWeights,
    weigh(
      typeId,
      [
        [a, 6000],
        [b, 4000],
      ],
      todayIst(Date.now()),
    ),
    'weights.too-early',
  );
  await kavi().call(
    contract.saveWeights,
    weigh(typeId, [
      [a, 6000],
      [b, 4000],
    ]),
  );
  await kavi().refused(
    contract.saveWeights,
    weigh(typeId, [
      [a, 5000],
      [b, 5000],
    ]),
    'weights.day-taken',
  );
  const { types } = await kavi().call(contract.weights, {});
  const mine = types.find(({ id }) => id === typeId);
  assert.deepEqual(
    mine?.sets.map(({ effectiveFrom, lines }) => [effectiveFrom, lines.map(({ weightBp }) => weightBp)]),
    [[tomorrow, [6000, 4000]]],
  );
  // Nor may any other writer leave a set that is not whole.
  const [set] = mine?.sets ?? [];
  await assert.rejects(
    app.sql(
      `with s as (insert into audit_weight_set (type_id, effective_from) values ($1, '2099-01-01') returning id)
       insert into audit_weight_line (weight_set_id, category_id, weight_bp) select id, $2, 9999 from s`,
      [typeId, a],
    ),
    /100 per cent/,
  );
  assert.ok(set);
});

test('a centre reads what it is audited by and writes none of it', async () => {
  const typeId = await addType('CENTRE_HEAD');
  const bina = app.as('Bina');
  assert.ok((await bina.call(contract.tree, { side: 'academic' })).rows.some(({ id }) => id === typeId));
  await bina.refused(contract.publish, { typeId, changeNote: 'x' }, 'module.missing');
});

test('cells mean what a spreadsheet says, and a total says what it lacks', () => {
  const [line = {}] = pasted('G-1\tIs the gate locked?\tyes/no\t2\t5\tyes\talways\tcritical\r\n', 0);
  assert.deepEqual(rowOf({ ...EMPTY, ...line }), {
    row: row('G-1', {
      question: 'Is the gate locked?',
      maxScore: 2,
      weight: 5,
      critical: true,
      photoOn: 'ALWAYS',
      severity: 'CRITICAL',
    }),
  });
  const scale = rowOf({ ...EMPTY, code: 'S', question: 'How clean?', responseKind: 'scale' });
  assert.equal('row' in scale && scale.row.maxScore, 5);
  const wrong = rowOf({ ...EMPTY, code: 'W', weight: '11', critical: 'maybe' });
  assert.deepEqual('faults' in wrong && Object.keys(wrong.faults).sort(), ['critical', 'question', 'weight']);
  assert.equal(weightFault([{ weightBp: 10000 }]), null);
  assert.deepEqual(weightFault([{ weightBp: 10001 }]), { total: '100.01', help: 'Take away 0.01 %.' });
});
