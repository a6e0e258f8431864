// Folders of learning material: who writes them, their place and class group, and what a centre reads when.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, BANER } from '@aangan/testkit/world.ts';
import { folderContract as contract, folderItemContract as items } from './folder.contract.ts';
import { folderSearch } from './folder-reader.server.ts';

const NURSERY = 3;
let app: TestApp;
const groups = { material: randomUUID(), plans: randomUUID() };
before(async () => {
  app = await testApp();
  on('2026-08-10');
  for (const [id, name, type] of [
    [groups.material, 'Nursery at Andheri', 'Curriculum'],
    [groups.plans, 'Nursery plans', 'Curriculum_CMS'],
  ]) {
    await app.sql('insert into class_group (id, name, type) values ($1, $2, $3)', [id, name, type]);
    await app.sql('insert into class_group_class (class_group_id, class_id) values ($1, $2)', [id, NURSERY]);
  }
  await app.sql('insert into class_group_franchisee (class_group_id, centre_id) values ($1, $2)', [
    groups.material,
    ANDHERI,
  ]);
  for (const centre of [ANDHERI, BANER])
    await app.sql(
      `insert into section (franchisee_id, academic_year_id, class_id, name, day_session, starts_at, ends_at)
         values ($1, 2026, $2, 'Curriculum', 'MORNING', '09:00', '12:00')`,
      [centre, NURSERY],
    );
});
after(() => app.close());

const on = (day: string, time = '12:00:00') => app.moveClock(new Date(`${day}T${time}+05:30`));
const kavi = () => app.as('Kavi', { centre: null });
const bina = () => app.as('Bina');
const add = async (name: string, more: object = {}): Promise<string> =>
  (await kavi().call(contract.add, { name, kind: 'CURRICULUM', classGroupId: groups.material, ...more })).id;
const browse = (folderId: string) => kavi().call(contract.browse, { folderId });
const note = async (folderId: string, title: string, more: object = {}): Promise<string> =>
  (await kavi().call(items.add, { folderId, kind: 'NOTE', title, body: 'Sit in a circle.', ...more })).id;

test('a class group of another type is refused naming the right one; a top folder needs one', async () => {
  const plans = { name: 'Nursery', kind: 'CURRICULUM_CMS' } as const;
  const refused = await kavi().refused(
    contract.add,
    { ...plans, classGroupId: groups.material },
    'folder.group-type',
  );
  assert.match(JSON.stringify(refused), /type Curriculum_CMS/);
  await kavi().refused(contract.add, plans, 'input.invalid');
  const { id } = await kavi().call(contract.add, { ...plans, classGroupId: groups.plans });
  await kavi().refused(
    contract.add,
    { name: 'Rhymes', kind: 'CURRICULUM', classGroupId: groups.material, parentId: id },
    'input.invalid',
  );
  // Plans are no learning material.
  await bina().refused(contract.read, { folderId: id }, 'row.not-found');
});

test('five levels and no sixth, nothing inside itself, one name in a place', async () => {
  const ids: string[] = [];
  for (let level = 1; level <= 5; level += 1)
    ids.push(await add(`Level ${level}`, level === 1 ? {} : { parentId: ids.at(-1), classGroupId: null }));
  const [first = '', second = '', , fourth = '', fifth = ''] = ids;
  await kavi().refused(
    contract.add,
    { name: 'Level 6', kind: 'CURRICULUM', parentId: fifth },
    'folder.depth',
  );
  const { folder } = await browse(first);
  const change = { id: first, name: 'Level 1', classGroupId: groups.material };
  await kavi().refused(contract.change, { ...change, parentId: fourth }, 'folder.inside-itself', {
    version: folder.version,
  });
  const other = await add('Others');
  // Its five levels and the other one are six.
  await kavi().refused(contract.change, { ...change, parentId: other }, 'folder.depth', {
    version: folder.version,
  });
  await kavi().refused(
    contract.add,
    { name: 'LEVEL 1', kind: 'CURRICULUM', classGroupId: groups.material },
    'folder.name-taken',
  );
  await kavi().call(contract.change, { ...change, name: 'Level one' }, { version: folder.version });
  await kavi().refused(contract.change, { ...change, name: 'Stale' }, 'row.stale', {
    version: folder.version,
  });
  assert.deepEqual(
    (await browse(second)).path.map(({ name }) => name),
    ['Level one', 'Level 2'],
  );
  await assert.rejects(
    app.sql('update curriculum_folder set parent_id = $1 where id = $2', [fourth, first]),
    /five levels/,
  );
});

test('Bina reads what her sections’ class group covers, from the minute it opens; Charu gets 404', async () => {
  const folderId = await add('Monsoon');
  const inner = await add('Songs', { parentId: folderId, classGroupId: null });
  await note(folderId, 'Rain, rain');
  const later = await note(folderId, 'Peacock', {
    opensAt: '2026-08-12T07:00:00+05:30',
    closesAt: '2026-08-20T18:00:00+05:30',
  });
  await kavi().call(items.add, {
    folderId,
    kind: 'LINK',
    title: 'Picture books',
    url: 'https://storyweaver.org.in',
  });
  const titles = async () => (await bina().call(contract.read, { folderId })).items.map(({ title }) => title);
  assert.deepEqual(await titles(), ['Rain, rain', 'Picture books']);
  on('2026-08-12', '06:59:59');
  assert.deepEqual(await titles(), ['Rain, rain', 'Picture books']);
  on('2026-08-12', '07:00:00');
  assert.deepEqual(await titles(), ['Rain, rain', 'Peacock', 'Picture books']);
  on('2026-08-20', '18:00:00');
  assert.deepEqual(await titles(), ['Rain, rain', 'Picture books']);
  on('2026-08-10');
  assert.equal((await bina().call(contract.read, { folderId: inner })).name, 'Songs');
  const top = (await bina().call(contract.read, {})).folders.map(({ name }) => name);
  assert.ok(top.includes('Monsoon') && !top.includes('Songs'));
  const charu = app.as('Charu');
  for (const id of [folderId, inner]) await charu.refused(contract.read, { folderId: id }, 'row.not-found');
  assert.deepEqual((await charu.call(contract.read, {})).folders, []);
  // Hidden: with all that stands in it.
  const { folder } = await browse(folderId);
  await kavi().call(contract.setActive, { id: folderId, active: false }, { version: folder.version });
  for (const id of [folderId, inner]) await bina().refused(contract.read, { folderId: id }, 'row.not-found');
  await kavi().refused(contract.setActive, { id: folderId, active: true }, 'row.stale', {
    version: folder.version,
  });
  const states = new Map((await browse(folderId)).items.map(({ id, state }) => [id, state]));
  assert.equal(states.get(later), 'PLANNED');
  assert.equal(folderSearch.module, contract.read.module);
});

test('items: what each kind needs, moved, ordered, hidden', async () => {
  const folderId = await add('Worksheets');
  const target = await add('Archive');
  const bad = (input: object) =>
    kavi().refused(items.add, { folderId, title: 'Bad', ...input } as never, 'input.invalid');
  await bad({ kind: 'FILE' });
  await bad({ kind: 'NOTE' });
  await bad({ kind: 'VIDEO' });
  for (const url of ['http://example.in', 'javascript:alert(1)', 'https://me@example.in', 'https://'])
    await bad({ kind: 'LINK', url });
  await bad({
    kind: 'NOTE',
    body: 'x',
    opensAt: '2026-08-12T07:00:00+05:30',
    closesAt: '2026-08-12T07:00:00+05:30',
  });
  await kavi().refused(
    items.add,
    { folderId, kind: 'FILE', title: 'Not mine', fileId: randomUUID() },
    'row.not-found',
  );
  const [a, b] = [await note(folderId, 'A'), await note(folderId, 'B')];
  await kavi().call(items.order, { ids: [b, a] });
  assert.deepEqual(
    (await browse(folderId)).items.map(({ title }) => title),
    ['B', 'A'],
  );
  await kavi().refused(items.order, { ids: [b] }, 'folder.order-changed');
  await kavi().refused(items.order, { ids: [b, b] }, 'folder.order-changed');
  const rowOf = async (id: string) => (await browse(folderId)).items.find((item) => item.id === id);
  const version = (await rowOf(a))?.version ?? 0;
  await kavi().call(items.setActive, { id: a, active: false }, { version });
  assert.equal((await rowOf(a))?.state, 'INACTIVE');
  await kavi().refused(items.setActive, { id: a, active: true }, 'row.stale', { version });
  const moved = { id: b, folderId: target, kind: 'NOTE' as const, title: 'B moved', body: 'Text' };
  const { version: second = 0 } = (await rowOf(b)) ?? {};
  await kavi().call(items.change, moved, { version: second });
  assert.deepEqual(
    (await browse(target)).items.map(({ title }) => title),
    ['B moved'],
  );
  await kavi().refused(items.change, moved, 'row.stale', { version: second });
});

test('folders are ordered in their place', async () => {
  const top = (await kavi().call(contract.home, {})).folders.filter(({ kind }) => kind === 'CURRICULUM');
  const ids = top.map(({ id }) => id).reverse();
  await kavi().call(contract.order, { ids });
  const again = (await kavi().call(contract.home, {})).folders.filter(({ kind }) => kind === 'CURRICULUM');
  assert.deepEqual(
    again.map(({ id }) => id),
    ids,
  );
  await kavi().refused(contract.order, { ids: ids.slice(1) }, 'folder.order-changed');
});

test('a centre writes nothing', async () => {
  await bina().refused(
    contract.add,
    { name: 'Own', kind: 'CURRICULUM', classGroupId: groups.material },
    'module.missing',
  );
});
