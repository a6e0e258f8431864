// Set-up of the visits of academic managers: roles, settings, holidays, cycles, the category of a centre.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addDays, type Day, todayIst } from '@aangan/contract/period.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, BANER, YEAR } from '@aangan/testkit/world.ts';
import { amsCycleContract as cycles } from './ams-cycle.contract.ts';
import { amsHoliday } from './ams-holiday.record.ts';
import { amsRoleContract as roles } from './ams-role.contract.ts';
import { type AmsSettingName, amsSettingContract as settings } from './ams-setting.contract.ts';
import { centreCategoryContract as categories } from './centre-category.contract.ts';
import { centreCategoryList } from './centre-category.listing.ts';

let app: TestApp;
/** A zone that is not Farid's, with Baner's row moved there for a moment. */
let south = 0;
before(async () => {
  app = await testApp();
  const [zone] = await app.sql<{ id: number }>(
    `insert into zone (name, code) values ('AMS South', 'AMSS') returning id`,
  );
  south = zone?.id ?? 0;
});
after(() => app.close());

const today = todayIst(new Date());
const day = (n: number): Day => addDays(today, n);
const kavi = () => app.as('Kavi');

test('roles: only one of the reach a part needs, once, and taken away again', async () => {
  const partOf = async () => (await kavi().call(roles.list, {})).parts.find(({ part }) => part === 'AM');
  const before = await partOf();
  assert.deepEqual(
    before?.roles.map(({ label }) => label),
    ['Academic Manager'],
  );
  const auditor = before?.others.find(({ label }) => label === 'Auditor');
  assert.ok(auditor, 'an auditor has centres one by one too');
  assert.equal(
    before?.others.some(({ label }) => label === 'Zonal Manager'),
    false,
  );
  await kavi().call(roles.add, { part: 'AM', roleId: auditor.id });
  await kavi().refused(roles.add, { part: 'AM', roleId: auditor.id }, 'ams-role.mapped');
  await kavi().refused(roles.add, { part: 'AM', roleId: 13 }, 'ams-role.reach');
  await kavi().refused(roles.add, { part: 'AM', roleId: 9999 }, 'row.not-found');
  await kavi().call(roles.remove, { part: 'AM', roleId: auditor.id });
  await kavi().refused(roles.remove, { part: 'AM', roleId: auditor.id }, 'row.not-found');
  await app.as('Farid').refused(roles.list, {}, 'module.missing');
});

test('settings: from tomorrow on, replaced or taken back until then, the past is kept', async () => {
  const { now } = await kavi().call(settings.view, {});
  assert.deepEqual([now.values['visitsPerDay'], now.values['minGapDays']], [2, 45]);
  const values = { ...(now.values as Record<AmsSettingName, number>), minGapDays: 30 };
  const save = (minGapDays: number) =>
    kavi().call(settings.save, { ...values, minGapDays, effectiveFrom: day(1) });
  await kavi().refused(settings.save, { ...values, effectiveFrom: today }, 'ams-setting.too-early');
  const error = await kavi().refused(
    settings.save,
    { ...values, firstAuditFromDays: 40, effectiveFrom: day(1) },
    'input.invalid',
  );
  assert.deepEqual(Object.keys(error.fields ?? {}), ['firstAuditToDays']);
  await save(30);
  await save(20);
  const saved = await kavi().call(settings.view, {});
  assert.deepEqual(
    saved.coming.map((set) => [set.effectiveFrom, set.values['minGapDays'], set.savedBy]),
    [[day(1), 20, 'Kavi Menon']],
  );
  assert.equal(saved.now.values['minGapDays'], 45, 'today is as it was');
  await kavi().refused(settings.takeBack, { effectiveFrom: saved.now.effectiveFrom }, 'ams-setting.in-force');
  await kavi().call(settings.takeBack, { effectiveFrom: day(1) });
  assert.deepEqual((await kavi().call(settings.view, {})).coming, []);
});

test('holidays: a state for one of a state, a city for one of a city, one a day', async () => {
  const create = amsHoliday.endpoints.create;
  assert.ok(create);
  const given = { onDate: '2026-08-15', name: 'Independence Day', level: 'NATIONAL' };
  const faultOf = async (more: object) =>
    Object.keys((await kavi().refused(create, { ...given, ...more } as never, 'input.invalid')).fields ?? {});
  assert.deepEqual(await faultOf({ level: 'STATE' }), ['stateCode']);
  assert.deepEqual(await faultOf({ level: 'CITY' }), ['cityId']);
  assert.deepEqual(await faultOf({ stateCode: '27' }), ['stateCode']);
  await kavi().call(create, given as never);
  await kavi().refused(create, given as never, 'row.duplicate');
  await app.as('Farid').refused(create, given as never, 'module.missing');
});

const cycleOf = async (id: string) =>
  (await kavi().call(cycles.list, {})).rows.find((row) => row.id === id) ?? assert.fail('no such cycle');
const at = async (id: string) => ({ version: (await cycleOf(id)).version });

test('a cycle: draft within one year, its visits, active, closed; days of another are refused', async () => {
  const given = { name: 'Second half', fromOn: `${YEAR}-10-01`, toOn: `${YEAR + 1}-03-31` };
  const { id } = await kavi().call(cycles.add, given);
  const overlap = await kavi().refused(
    cycles.add,
    { ...given, name: 'Other', fromOn: `${YEAR + 1}-03-31`, toOn: `${YEAR + 1}-03-31` },
    'input.invalid',
  );
  assert.deepEqual(Object.keys(overlap.fields ?? {}), ['toOn']);
  const other = { name: 'Other', fromOn: `${YEAR + 1}-03-01`, toOn: `${YEAR + 1}-03-31` };
  assert.match((await kavi().refused(cycles.add, other, 'cycle.overlap')).message, /Second half/);
  const first = { name: 'second HALF', fromOn: `${YEAR}-04-01`, toOn: `${YEAR}-09-30` };
  await kavi().refused(cycles.add, first, 'cycle.name-taken');
  await kavi().refused(cycles.add, { ...first, fromOn: `${YEAR}-03-01` }, 'cycle.one-year');
  await kavi().refused(cycles.activate, { id }, 'cycle.no-rules', await at(id));
  const rule = { category: 'NEW', auditType: 'ams-visit', visits: 2, surprise: 1 } as const;
  await kavi().refused(
    cycles.setRules,
    { id, rules: [{ ...rule, surprise: 3 }] },
    'input.invalid',
    await at(id),
  );
  await kavi().refused(cycles.setRules, { id, rules: [rule, rule] }, 'input.invalid', await at(id));
  await kavi().refused(
    cycles.setRules,
    { id, rules: [{ ...rule, auditType: 'party' as 'ams-visit' }] },
    'input.invalid',
    await at(id),
  );
  const stale = await at(id);
  await kavi().call(cycles.setRules, { id, rules: [rule] }, stale);
  await kavi().refused(cycles.setRules, { id, rules: [] }, 'row.stale', stale);
  assert.deepEqual((await cycleOf(id)).rules, [rule]);
  await kavi().call(cycles.activate, { id }, await at(id));
  await kavi().refused(cycles.change, { id, ...given }, 'row.wrong-state', await at(id));
  await kavi().refused(cycles.setRules, { id, rules: [] }, 'row.wrong-state', await at(id));
  await kavi().call(cycles.close, { id }, await at(id));
  await kavi().refused(cycles.activate, { id }, 'row.wrong-state', await at(id));
  const past = { name: 'Long ago', fromOn: '2025-04-01', toOn: '2025-09-30' };
  const old = await kavi().call(cycles.add, past);
  await kavi().call(cycles.setRules, { id: old.id, rules: [rule] }, await at(old.id));
  await kavi().refused(cycles.activate, { id: old.id }, 'cycle.past', await at(old.id));
  await kavi().call(cycles.change, { id: old.id, ...past, name: 'Earlier' }, await at(old.id));
  assert.equal((await cycleOf(old.id)).name, 'Earlier');
});

test('two people who add the same days at once leave one cycle', async () => {
  const given = (name: string) => ({ name, fromOn: `${YEAR}-05-01`, toOn: `${YEAR}-06-30` });
  const answers = await Promise.all(['One', 'Two'].map((name) => kavi().raw(cycles.add, given(name))));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
});

const rowOf = async (who: 'Kavi' | 'Farid', franchiseeId: number) =>
  (await app.as(who).call(centreCategoryList.endpoints.list, {})).rows.find(
    (row) => row.franchiseeId === franchiseeId,
  );

test('a centre is new until something decides; an override lasts its days and is taken back', async () => {
  const given = { franchiseeId: ANDHERI, category: 'C', reason: 'Three complaints in a month' } as const;
  assert.equal((await rowOf('Kavi', ANDHERI))?.category, 'NEW');
  await kavi().refused(
    categories.override,
    { ...given, reason: 'Short', expiresOn: day(10) },
    'input.invalid',
  );
  await kavi().refused(categories.override, { ...given, expiresOn: day(181) }, 'category.too-long');
  await kavi().refused(categories.override, { ...given, expiresOn: day(-1) }, 'input.invalid');
  await kavi().refused(categories.clear, { franchiseeId: ANDHERI }, 'category.no-override');
  await kavi().call(categories.override, { ...given, expiresOn: day(180) });
  await kavi().call(categories.override, { ...given, category: 'D', expiresOn: day(90) });
  const row = await rowOf('Kavi', ANDHERI);
  assert.deepEqual(
    [row?.category, row?.overridden, row?.expiresOn, row?.overriddenBy, row?.can.clear],
    ['D', 'YES', day(90), 'Kavi Menon', true],
  );
  await kavi().call(categories.clear, { franchiseeId: ANDHERI });
  assert.deepEqual(
    [(await rowOf('Kavi', ANDHERI))?.category, (await rowOf('Kavi', ANDHERI))?.can.clear],
    ['NEW', false],
  );
  await kavi().refused(
    categories.override,
    { ...given, franchiseeId: 1, expiresOn: day(9) },
    'row.not-found',
  );
});

test('a zone manager overrides in the own zone only; a centre not at all', async () => {
  const given = {
    franchiseeId: BANER,
    category: 'A',
    reason: 'Best results of the zone',
    expiresOn: day(9),
  } as const;
  await app.as('Farid').call(categories.override, given);
  await app.as('Farid').call(categories.clear, { franchiseeId: BANER });
  await app.as('Bina').refused(categories.override, { ...given, franchiseeId: ANDHERI }, 'module.missing');
  await app.sql('update franchisee set zone_id = $1 where id = $2', [south, BANER]);
  try {
    // 404 once the centre is out of reach, 403 from the zone before that is known everywhere.
    for (const [command, input] of [
      [categories.override, given],
      [categories.clear, { franchiseeId: BANER }],
    ] as const)
      assert.ok([403, 404].includes((await app.as('Farid').raw(command, input)).status));
  } finally {
    await app.sql('update franchisee set zone_id = 1 where id = $1', [BANER]);
  }
});
