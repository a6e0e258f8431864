// Vehicles: plates and seats, what their papers are worth, states, overrides, stickers.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, BANER } from '@aangan/testkit/world.ts';
import { addVehicle, allPapers, aVehicle, cellOf, day, fileOf, pageOf, paper } from '../transport-testing.ts';
import { coverOf, paperStatus } from './paper-cover.ts';
import { vehicleContract as contract } from './vehicle.contract.ts';
import { vehicle } from './vehicle.record.ts';

let app: TestApp;
before(async () => {
  app = await testApp();
});
after(() => app.close());
const bina = () => app.as('Bina');
const asha = () => app.as('Asha', { centre: ANDHERI });

test('a plate is kept without spaces, once in a centre, and seats fit the children', async () => {
  const of = aVehicle();
  const { id } = await bina().call(contract.add, {
    ...of,
    regNo: of.regNo.toLowerCase().replaceAll(' ', '-'),
  });
  const row = (await bina().call(vehicle.endpoints.get, { id })) as { regNo: string; version: number };
  assert.equal(row.regNo, of.regNo.replaceAll(' ', ''));
  await bina().refused(contract.add, of, 'vehicle.exists');
  await app.as('Charu').call(contract.add, of);
  await bina().refused(contract.add, { ...aVehicle(), photo: randomUUID() }, 'row.not-found');
  const few = { ...aVehicle(), registeredSeats: 13, childSeats: 14 };
  const { fields } = await bina().refused(contract.add, few, 'vehicle.child-seats');
  assert.match(fields?.['childSeats'] ?? '', /At most 13/);
  for (const regNo of ['MH 12 AB 123', 'BUS 1', '22 BH 1234'])
    await bina().refused(contract.add, { ...aVehicle(), regNo }, 'input.invalid');
  await bina().call(contract.add, { ...aVehicle(), regNo: '22 BH 7531 AA' });
  await bina().refused(contract.add, { ...aVehicle(), registeredOn: day(1) }, 'input.invalid');
  const change = { ...of, id, childSeats: 12 };
  await bina().call(contract.change, change, { version: row.version });
  await bina().refused(contract.change, change, 'row.stale', { version: row.version });
  await bina().refused(contract.change, { ...change, regNo: '22 BH 7531 AA' }, 'vehicle.exists', {
    version: row.version + 1,
  });
});

test('story 5: without papers a vehicle is blocked and each says "Not recorded"', async () => {
  const id = await addVehicle(app);
  const { readiness, reasons } = await pageOf(app, id);
  assert.equal(readiness, 'BLOCKED');
  assert.deepEqual(reasons, [
    'Insurance is not recorded',
    'Permit is not recorded',
    'Fitness is not recorded',
    'Pollution is not recorded',
    'Road tax is not recorded',
  ]);
  const { vehicles } = await bina().call(contract.board, {});
  assert.equal(vehicles.find((one) => one.id === id)?.cells[0]?.words, 'Not recorded');
});

test('story 1: the last day counts: due soon, on its last day, and blocked the day after', async () => {
  const id = await addVehicle(app);
  await allPapers(app, id, ['vehicle_pollution']);
  await paper(app, 'vehicle_pollution', { vehicleId: id, from: day(-360), to: day() });
  const cell = await cellOf(app, id, 'POLLUTION');
  assert.deepEqual([cell.status, cell.daysLeft, cell.words], ['DUE_SOON', 0, 'Last day today']);
  assert.equal((await pageOf(app, id)).readiness, 'WARN');
  await app.sql('update vehicle_pollution set ends_on = $2 where vehicle_id = $1', [id, day(-1)]);
  assert.equal((await cellOf(app, id, 'POLLUTION')).status, 'EXPIRED');
  const { readiness, reasons } = await pageOf(app, id);
  assert.equal(readiness, 'BLOCKED');
  assert.match(reasons[0] ?? '', /^Pollution: Ended on/);
  await app.sql('update vehicle_pollution set ends_on = $2 where vehicle_id = $1', [id, day(31)]);
  assert.equal((await pageOf(app, id)).readiness, 'READY');
});

test('story 4: a paper that follows at once covers on, one that leaves a day is a warning', async () => {
  const id = await addVehicle(app);
  await allPapers(app, id, ['vehicle_insurance']);
  await paper(app, 'vehicle_insurance', { vehicleId: id, from: day(-300), to: day(60) });
  await paper(app, 'vehicle_insurance', { vehicleId: id, from: day(61), to: day(425) });
  assert.deepEqual((({ status, endsOn }) => [status, endsOn])(await cellOf(app, id, 'INSURANCE')), [
    'VALID',
    day(425),
  ]);
  await app.sql('update vehicle_insurance set starts_on = $2 where vehicle_id = $1 and starts_on = $3', [
    id,
    day(63),
    day(61),
  ]);
  const gap = await cellOf(app, id, 'INSURANCE');
  assert.deepEqual([gap.status, gap.endsOn], ['DUE_SOON', day(60)]);
  assert.match(gap.words, /^Gap /);
});

test('the database and the screen say the same of every day', async () => {
  const rows = await app.sql<{ left: number | null; status: string }>(
    `select d as left, paper_status('2026-11-21'::date, case when d is null then null else '2026-11-21'::date + d end, 30) as status
       from unnest(array[null, -400, -1, 0, 1, 29, 30, 31, 400]) d`,
  );
  assert.equal(rows.length, 9);
  for (const { left, status } of rows) {
    const end =
      left === null ? null : new Date(Date.UTC(2026, 10, 21) + left * 86_400_000).toISOString().slice(0, 10);
    assert.equal(paperStatus('2026-11-21', end, 30), status, String(left));
  }
  assert.equal(coverOf([{ startsOn: '2027-01-01', endsOn: null }], '2026-11-21', 30).status, 'EXPIRED');
});

test('an open repair blocks, and a vehicle does not go back into use before it is closed', async () => {
  const id = await addVehicle(app);
  await allPapers(app, id);
  await bina().call(contract.setStatus, { id, action: 'maintain' }, { version: 1 });
  assert.deepEqual((await pageOf(app, id)).reasons, ['In maintenance']);
  await app.sql(
    `insert into vehicle_repair (franchisee_id, vehicle_id, kind, reported_on, description, out_from) values ($1, $2, 'REPAIR', $3, 'The clutch slips', $3)`,
    [ANDHERI, id, day(-2)],
  );
  await bina().refused(contract.setStatus, { id, action: 'activate' }, 'vehicle.repair-open', { version: 2 });
  await app.sql('update vehicle_repair set out_to = $2 where vehicle_id = $1', [id, day(-1)]);
  await bina().call(contract.setStatus, { id, action: 'activate' }, { version: 2 });
  assert.equal((await pageOf(app, id)).readiness, 'READY');
  await bina().refused(contract.setStatus, { id, action: 'activate' }, 'row.wrong-state', { version: 3 });
  await bina().refused(contract.setStatus, { id, action: 'retire' }, 'input.invalid', { version: 3 });
  await bina().call(contract.setStatus, { id, action: 'retire', reason: 'Sold.' }, { version: 3 });
  await bina().refused(contract.change, { ...aVehicle(), id }, 'vehicle.retired', { version: 4 });
  await bina().refused(contract.printStickers, { id }, 'vehicle.retired');
  const steps = await app.sql<{ action: string }>(
    "select action from status_step where subject = 'vehicle' and subject_id = $1 order by created_at",
    [id],
  );
  assert.deepEqual(
    steps.map(({ action }) => action),
    ['maintain', 'activate', 'retire'],
  );
});

test('story 3: an override needs the code, ends after its hours, never covers insurance, and twice is the most', async () => {
  const id = await addVehicle(app);
  await allPapers(app, id, ['vehicle_pollution']);
  const give = async () => ({
    id,
    kind: 'POLLUTION' as const,
    hours: 48,
    reason: 'The station is closed until Monday.',
    proof: await fileOf(app, 'Asha'),
  });
  await bina().refused(contract.override, await give(), 'approval.code-missing');
  await asha().refused(contract.override, { ...(await give()), kind: 'INSURANCE' }, 'override.not-allowed');
  await asha().refused(contract.override, { ...(await give()), kind: 'REPAIR' }, 'override.not-allowed');
  await asha().refused(contract.override, { ...(await give()), kind: 'FITNESS' }, 'override.not-needed');
  await asha().refused(contract.override, { ...(await give()), hours: 49 }, 'input.invalid');
  await asha().refused(contract.override, { ...(await give()), reason: 'Closed.' }, 'input.invalid');
  await asha().refused(contract.override, { ...(await give()), proof: randomUUID() }, 'row.not-found');
  await asha().call(contract.override, await give());
  const { readiness, overrides } = await pageOf(app, id);
  assert.deepEqual([readiness, overrides.length], ['WARN', 1]);
  await asha().refused(contract.override, await give(), 'override.not-needed');
  const told = await app.sql<{ n: number }>(
    "select count(*)::int as n from notice where kind = 'transport.override' and link like $1",
    [`%${id}%`],
  );
  assert.ok((told[0]?.n ?? 0) > 0, 'head office is told');
  // Two of them ended within the last 30 days.
  const older = async (days: number) =>
    app.sql(
      `insert into transport_override (franchisee_id, subject, subject_id, kind, reason, file_id, from_at, to_at)
       select franchisee_id, subject, subject_id, kind, reason, file_id, now() - $2 * interval '1 day', now() - $2 * interval '1 day' + interval '2 hours'
         from transport_override where subject_id = $1 limit 1`,
      [id, days],
    );
  const other = await addVehicle(app);
  await asha().call(contract.override, { ...(await give()), id: other, kind: 'PERMIT' });
  await older(20);
  await app.sql('delete from vehicle_fitness where vehicle_id = $1', [id]);
  await asha().refused(contract.override, { ...(await give()), kind: 'FITNESS' }, 'override.too-many');
});

test('stickers: new codes at each printing, only their hashes kept, and the old ones stop to count', async () => {
  const id = await addVehicle(app);
  const first = await bina().call(contract.printStickers, { id });
  assert.match(first.name, /^Stickers MH 04 ZT/);
  await bina().call(contract.printStickers, { id });
  const cards = await app.sql<{ subject: string; status: string; short: string; hash: string }>(
    `select subject, status, short_code as short, encode(card_hash, 'hex') as hash from escort_card where subject_id = $1 order by status, subject`,
    [id],
  );
  assert.deepEqual(
    cards.map(({ subject, status }) => `${status} ${subject}`),
    ['ACTIVE VEHICLE_FRONT', 'ACTIVE VEHICLE_REAR', 'REPLACED VEHICLE_FRONT', 'REPLACED VEHICLE_REAR'],
  );
  assert.equal(new Set(cards.map(({ hash }) => hash)).size, 4);
});

test('another centre has nothing of it', async () => {
  const id = await addVehicle(app);
  const charu = app.as('Charu');
  await charu.refused(contract.page, { id }, 'row.not-found');
  await charu.refused(contract.change, { ...aVehicle(), id }, 'row.not-found', { version: 1 });
  await charu.refused(contract.setStatus, { id, action: 'maintain' }, 'row.not-found', { version: 1 });
  await charu.refused(contract.printStickers, { id }, 'row.not-found');
  await app
    .as('Asha', { centre: BANER })
    .refused(
      contract.override,
      { id: randomUUID(), kind: 'PERMIT', hours: 1, reason: 'x'.repeat(20), proof: randomUUID() },
      'row.not-found',
    );
  const { vehicles } = await charu.call(contract.board, {});
  assert.ok(!vehicles.some((one) => one.id === id));
});
