// Terms are the network's; a centre moves their dates a little, and termFor knows which holds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, BANER } from '@aangan/testkit/world.ts';
import { NURSERY } from '@aangan/testkit/world-families.ts';
import { termContract as contract } from './term.contract.ts';
import { termFor } from './term.server.ts';
import type { TermDates } from './term-dates.ts';

let app: TestApp;
before(async () => {
  app = await testApp();
});
after(() => app.close());

const JUNIOR = 4;
const first = {
  classIds: [NURSERY, JUNIOR],
  termNo: 1,
  name: 'Term 1',
  fromOn: '2026-04-01',
  toOn: '2026-09-30',
  entryFrom: '2026-09-01',
  entryTo: '2026-10-10',
  publishOn: '2026-10-17',
};
const second = {
  ...first,
  termNo: 2,
  name: 'Term 2',
  fromOn: '2026-10-01',
  toOn: '2027-03-31',
  entryFrom: '2027-03-01',
  entryTo: '2027-04-10',
  publishOn: null,
};
const termAt = async (franchiseeId: number, day: string) =>
  (
    await inUnitOfWork(app.pool, systemActor(), { command: 'test', readOnly: true }, (db) =>
      termFor(db, { franchiseeId, classId: NURSERY }, day),
    )
  )?.name ?? null;
const nursery = async (name: 'Kavi' | 'Bina' | 'Charu', no: number) => {
  const { rows } = await app.as(name).call(contract.list, { classId: NURSERY });
  const row = rows.find(({ termNo }) => termNo === no);
  assert.ok(row);
  return row;
};

test('academics story 9: Term 2 from 30-09 is refused naming Term 1, from 01-10 it is saved for all classes at once', async () => {
  assert.deepEqual(await app.as('Kavi').call(contract.save, first), { added: 2 });
  const refusal = await app
    .as('Kavi')
    .refused(contract.save, { ...second, fromOn: '2026-09-30' }, 'term.overlap');
  assert.match(refusal.message, /^Term 2 overlaps Term 1 \(30-09-2026\) for Nursery\.$/);
  assert.equal((await app.as('Kavi').call(contract.list, {})).rows.length, 2, 'nothing is half-written');
  await app.as('Kavi').call(contract.save, second);
  assert.equal(await termAt(ANDHERI, '2026-09-30'), 'Term 1');
  assert.equal(await termAt(ANDHERI, '2026-10-01'), 'Term 2');
});

test('a number twice, a gap, dates outside the year and a late entry window are refused at their field', async () => {
  const save = (more: object) =>
    app.as('Kavi').refused(contract.save, { ...second, ...more }, 'input.invalid');
  await app.as('Kavi').refused(contract.save, { ...second, fromOn: '2026-10-02' }, 'term.exists');
  assert.deepEqual((await save({ termNo: 3, toOn: '2027-04-01' })).fields, {
    toOn: 'A day from 01-04-2026 to 31-03-2027',
  });
  assert.deepEqual((await save({ termNo: 3, entryTo: '2027-04-22' })).fields, {
    entryTo: 'Not after 21-04-2027',
  });
  const gap = { ...second, classIds: [5], termNo: 1 };
  await app.as('Kavi').call(contract.save, {
    ...first,
    classIds: [5],
    toOn: '2026-06-30',
    entryFrom: '2026-06-01',
    entryTo: '2026-07-10',
  });
  await app.as('Kavi').refused(contract.save, { ...gap, termNo: 2 }, 'term.gap');
});

test('a centre moves its dates by at most 21 days and goes back; other centres keep the network’s', async () => {
  const term = await nursery('Bina', 1);
  const own = { ...dates(term), toOn: '2026-09-20', reason: 'Ganesh holidays' };
  await app
    .as('Bina')
    .refused(
      contract.override,
      { id: term.id, ...own, toOn: '2026-09-08', entryTo: '2026-09-29' },
      'term.shift',
    );
  await app
    .as('Bina')
    .refused(
      contract.override,
      { id: term.id, ...own, toOn: '2026-10-05', entryTo: '2026-10-10' },
      'term.overlap',
    );
  await app.as('Bina').call(contract.override, { id: term.id, ...own });
  assert.equal(await termAt(ANDHERI, '2026-09-25'), null);
  assert.equal(await termAt(BANER, '2026-09-25'), 'Term 1');
  assert.equal((await nursery('Bina', 1)).network?.toOn, '2026-09-30');
  assert.equal((await nursery('Charu', 1)).network, null);
  await app.as('Bina').call(contract.reset, { id: term.id });
  assert.equal(await termAt(ANDHERI, '2026-09-25'), 'Term 1');
});

test('the network’s terms are head office’s: a centre, and a stale version, are refused', async () => {
  const term = await nursery('Kavi', 2);
  const change = { id: term.id, name: 'Second term', ...dates(term) };
  await app.as('Bina').refused(contract.save, { ...first, termNo: 3 }, 'module.missing');
  await app.as('Bina').refused(contract.change, change, 'module.missing', { version: term.version });
  await app.as('Kavi').call(contract.change, change, { version: term.version });
  await app.as('Kavi').refused(contract.change, change, 'row.stale', { version: term.version });
  assert.equal((await nursery('Charu', 2)).name, 'Second term');
});

const dates = ({ fromOn, toOn, entryFrom, entryTo, publishOn }: TermDates) => ({
  fromOn,
  toOn,
  entryFrom,
  entryTo,
  publishOn,
});
