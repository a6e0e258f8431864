// Import of records: each row checked, all or none saved.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { importJob } from '@aangan/server/file-import/import-job.ts';
import { openFolder } from '@aangan/server/files/file-store.ts';
import { saveFile, useFileStore } from '@aangan/server/files/files.ts';
import { toXlsx } from '@aangan/server/files/sheet-writer.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { actorOf, type EngineTest, startEngine } from './engine-records.ts';
import { publishFigure } from './figure.ts';
import { withClient } from './postgres.ts';

let engine: EngineTest;
before(async () => {
  engine = await startEngine();
});
after(() => engine.close());
const call: EngineTest['call'] = (...given) => engine.call(...given);
const idOfMake = (name: string) => engine.idOfMake(name);

const CSV = (rows: string) =>
  `\uFEFFNumber plate,Make,Garage,Driver,Bought on,Price,Discount,Fuel,Extras,Active,Serviced at,Starts at\n${rows}`;

test('a file is checked row by row, then saved whole with one line of audit', async () => {
  await call('bina', 'engine-car.create', { plate: 'ONCE', makeId: await idOfMake('tata') });
  const bad = await call('bina', 'engine-car.import-check', {
    fileName: 'cars.csv',
    csv: CSV(
      'IMP1,Tata,,9820012345,15-06-2026,"1,20,000.50",12.5,cng gas,GPS;CAMERA,yes,15-06-2026 10:30,9:05 pm\nIMP2,Maruti,Baner garage,12,31-02-2026,abc,,,,,,\nIMP3,Tata,,,,,,,,,,\nIMP3,Tata,,,,,,,,,,\nONCE,force,,,,,,,,,,\n,Tata,,,,5,,,,,,',
    ),
  });
  assert.equal(bad.status, 200, JSON.stringify(bad.body));
  assert.deepEqual((await faultsOf('bina', 'engine-car', bad.body.jobId)).sort(), [
    '3 boughtOn',
    '3 driver',
    '3 garageId',
    '3 makeId',
    '3 price',
    '5 plate',
    '6 plate',
    '7 plate',
  ]);
  assert.equal(
    (await call('bina', 'engine-car.import-commit', { jobId: bad.body.jobId })).body.code,
    'import.has-errors',
  );
  assert.equal((await call('bina', 'engine-car.list', { q: 'IMP' })).body.rows.length, 0);

  const good = await call('bina', 'engine-car.import-check', {
    fileName: 'cars.csv',
    csv: CSV(
      'IMP1,Tata,,9820012345,15-06-2026,"1,20,000.50",12.5,cng gas,GPS;CAMERA,yes,15-06-2026 10:30,9:05 pm\nIMP2,2,head office garage,,,,,,,no,,',
    ),
  });
  assert.deepEqual([good.body['ok'], good.body['bad']], [2, 0], JSON.stringify(good.body));
  assert.equal(
    (await call('charu', 'engine-car.import-commit', { jobId: good.body.jobId })).body.code,
    'row.not-found',
  );
  const before = await audits();
  assert.deepEqual((await call('bina', 'engine-car.import-commit', { jobId: good.body.jobId })).body, {
    inserted: 2,
  });
  assert.equal((await audits()) - before, 1, 'one summary line');
  const [one, two] = (await call('bina', 'engine-car.list', { q: 'IMP' })).body.rows;
  assert.deepEqual(
    [
      one?.['price'],
      one?.['discount'],
      one?.['fuel'],
      one?.['extras'],
      one?.['active'],
      one?.['servicedAt'],
      one?.['startsAt'],
      one?.['boughtOn'],
      one?.['driver'],
    ],
    [
      12000050,
      1250,
      'CNG',
      ['GPS', 'CAMERA'],
      true,
      '2026-06-15T05:00:00.000Z',
      '21:05',
      '2026-06-15',
      '+919820012345',
    ],
  );
  assert.deepEqual(
    [two?.['garageLabel'], two?.['makeLabel'], two?.['active']],
    ['Head office garage', 'Force', false],
  );
  assert.equal(
    (await call('bina', 'engine-car.import-commit', { jobId: good.body.jobId })).body.code,
    'import.done',
  );
});

test('an uploaded XLSX is read like a CSV; another centre’s file is not', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'aangan-engine-'));
  useFileStore(await openFolder(folder));
  const columns = ['Number plate', 'Make', 'Bought on'].map((label) => ({
    key: label,
    label,
    kind: label === 'Bought on' ? 'date' : 'text',
  }));
  const content = await toXlsx(
    columns,
    [{ 'Number plate': 'XL1', Make: 'Tata', 'Bought on': '2026-06-15' }],
    'Cars',
  );
  const fileId = await inUnitOfWork(engine.pool, actorOf('bina'), { command: 'test' }, (db) =>
    saveFile(db, {
      franchiseeId: 2,
      name: 'cars.xlsx',
      kind: 'sheet',
      mime: 'application/octet-stream',
      content,
    }),
  );
  assert.equal(
    (await call('charu', 'engine-car.import-check', { fileName: 'cars.xlsx', fileId })).body.code,
    'row.not-found',
  );
  const { body } = await call('bina', 'engine-car.import-check', { fileName: 'cars.xlsx', fileId });
  assert.deepEqual([body['ok'], body['bad']], [1, 0]);
  assert.deepEqual((await call('bina', 'engine-car.import-commit', { jobId: body.jobId })).body, {
    inserted: 1,
  });
  assert.equal(
    (await call('bina', 'engine-car.list', { q: 'XL1' })).body.rows[0]?.['boughtOn'],
    '2026-06-15',
  );
  await rm(folder, { recursive: true, force: true });
});

test('a record with numbered keys is imported too', async () => {
  const twice = await call('asha', 'engine-make.import-check', {
    fileName: 'm.csv',
    csv: 'Name\nMahindra\nMAHINDRA\ntata',
  });
  assert.deepEqual(
    await faultsOf('asha', 'engine-make', twice.body.jobId),
    ['3 name', '4 name'],
    'an index on lower(name), in the file and in the table',
  );
  const { body } = await call('asha', 'engine-make.import-check', {
    fileName: 'm.csv',
    csv: 'Name\nMahindra\nEicher',
  });
  assert.deepEqual((await call('asha', 'engine-make.import-commit', { jobId: body.jobId })).body, {
    inserted: 2,
  });
  const ids = (await call('asha', 'engine-make.list')).body.rows.map((row) => Number(row['id']));
  assert.ok(ids.every((id) => id > 0));
});

test('10,000 rows are imported; one more is refused', async () => {
  const lines = Array.from({ length: 10_000 }, (_, n) => `BULK${n},Tata`);
  const started = performance.now();
  const checked = await call('charu', 'engine-car.import-check', {
    fileName: 'bulk.csv',
    csv: `Number plate,Make\n${lines.join('\n')}`,
  });
  assert.equal(checked.status, 200, JSON.stringify(checked.body));
  const { jobId } = checked.body;
  // As autovacuum may at any time: the trial was taken back, so it notes that there is next to nothing.
  await withClient(engine.database.adminUrl, (client) => client.query('vacuum analyze engine_car'));
  assert.deepEqual((await call('charu', 'engine-car.import-commit', { jobId })).body, { inserted: null });
  await importJob.run({
    work: (franchiseeId, work) =>
      inUnitOfWork(engine.pool, systemActor(franchiseeId), { command: importJob.name }, work),
    now: new Date(),
    data: { jobId, fileAt: 3 },
    ports: { config: {}, origin: '', afterCommit: () => undefined },
  });
  const ended = await call('charu', 'engine-car.import-status', { jobId });
  assert.deepEqual([ended.body['state'], ended.body['saved']], ['DONE', 10_000]);
  publishFigure({ promise: 'import', rows: 10_000, ms: Math.round(performance.now() - started) });
  const list = await call('charu', 'engine-car.list', { q: 'BULK' });
  assert.deepEqual(list.body['total'], { n: 10_000, more: false });
  const more = await call('charu', 'engine-car.import-check', {
    fileName: 'bulk.csv',
    csv: `Number plate,Make\n${lines.join('\n')}\nX,Tata`,
  });
  assert.equal(more.body.code, 'sheet.too-large');
});

/** Row and field of every fault of a checked file. */
const faultsOf = async (who: Parameters<typeof call>[0], noun: string, jobId: unknown): Promise<string[]> =>
  (await call(who, `${noun}.import-rows`, { jobId })).body.rows.flatMap(({ row, faults }) =>
    (faults as { column: string }[]).map(({ column }) => `${row} ${column}`),
  );

const audits = (): Promise<number> =>
  withClient(
    engine.database.adminUrl,
    async (client) => (await client.query('select count(*)::int as n from record_change')).rows[0].n,
  );
