// Health remarks: kept once a day, in range, read by who teaches the child alone, and no word of them in the open.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, staffIds } from '@aangan/testkit/world.ts';
import { children, sections } from '@aangan/testkit/world-families.ts';
import { sectionContract } from '../structure/section.contract.ts';
import { healthContract as contract } from './health.contract.ts';

let app: TestApp;
const NURSERY_A = sections[ANDHERI];
const { Aarav, Kabir, Myra } = children;
before(async () => {
  app = await testApp();
  app.moveClock(new Date('2026-11-23T11:00:00+05:30'));
});
after(() => app.close());

const remark = (more: object = {}) => ({
  enrolmentId: Aarav.admissionId,
  measuredOn: '2026-11-23',
  height: 98.5,
  weight: 15.25,
  vision: 'OK' as const,
  dental: 'CHECK' as const,
  hearing: 'NOT_DONE' as const,
  remark: 'Quinquefolia rash on the left arm',
  allergies: 'Pistachio',
  advice: 'See a dentist',
  ...more,
});
const child = (id = Aarav.admissionId) => app.as('Bina').call(contract.child, { enrolmentId: id });

test('who does not teach the section sees nothing; an unapproved teacher and a family have no way in', async () => {
  const divya = app.as('Divya');
  assert.deepEqual((await divya.call(contract.list, {})).sections, []);
  await divya.refused(contract.child, { enrolmentId: Aarav.admissionId }, 'section.not-yours');
  await divya.refused(contract.save, remark(), 'section.not-yours');
  await app.as('Bina').call(sectionContract.setTeacher, {
    sectionId: NURSERY_A,
    part: 'CLASS_TEACHER',
    staffId: staffIds.Divya,
    fromOn: '2026-06-15',
  });
  assert.equal((await divya.call(contract.list, {})).rows.length, 2);
  await divya.refused(contract.child, { enrolmentId: Myra.admissionId }, 'row.not-found');
  await divya.refused(contract.save, remark({ enrolmentId: Myra.admissionId }), 'row.not-found');
  for (const who of ['Usha', 'Gita'] as const)
    assert.equal((await app.as(who).raw(contract.list, {})).status, 403);
});

test('story 21: saved and read back; no word of it stands in the database, and the reading is written down', async () => {
  await app.as('Divya').call(contract.save, remark());
  const [row] = (await child()).rows;
  assert.deepEqual(
    [row?.heightMm, row?.weightG, row?.dental, row?.remark, row?.allergies, row?.advice, row?.by],
    [985, 15_250, 'CHECK', 'Quinquefolia rash on the left arm', 'Pistachio', 'See a dentist', 'Divya Nair'],
  );
  const tables = await app.sql<{ name: string }>(
    `select c.relname as name from pg_class c where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace`,
  );
  for (const { name } of tables) {
    const found = await app.sql(
      `select from ${name} t where t::text ilike '%quinquefolia%' or t::text ilike '%pistachio%' or t::text like '%' || encode('uinquefolia', 'hex') || '%' limit 1`,
    );
    assert.equal(found.length, 0, `${name} holds a word of the remark`);
  }
  const [log] = await app.sql<{ n: number }>(
    `select count(*)::int as n from access_log where contract = 'health.child' and purpose = 'health'`,
  );
  assert.ok((log?.n ?? 0) > 0);
});

test('out of range and tomorrow are refused at their field; a second time on one day replaces the first', async () => {
  const divya = app.as('Divya');
  const far = await divya.refused(contract.save, remark({ height: 1250, weight: 4.99 }), 'health.range');
  assert.deepEqual(far.fields, { height: 'Please check: 12.5 m?', weight: 'Please check: 4.99 kg?' });
  const tomorrow = await divya.refused(contract.save, remark({ measuredOn: '2026-11-24' }), 'input.invalid');
  assert.ok(tomorrow.fields?.['measuredOn']);
  await divya.call(contract.save, remark({ height: 99, remark: null }));
  const { rows } = await child();
  assert.deepEqual(
    [rows.length, rows[0]?.heightMm, rows[0]?.remark, rows[0]?.allergies],
    [1, 990, null, 'Pistachio'],
  );
});

test('a section is measured at once: all or none, what is left empty stays', async () => {
  const divya = app.as('Divya');
  const measure = (rows: object[], measuredOn = '2026-11-23') =>
    ({ sectionId: NURSERY_A, measuredOn, rows }) as never;
  const aarav = { enrolmentId: Aarav.admissionId, height: null, weight: 15.5 };
  const bad = await divya.refused(
    contract.measure,
    measure([aarav, { enrolmentId: Kabir.admissionId, height: 9.8, weight: null }]),
    'health.range',
  );
  assert.deepEqual(bad.fields, { 'rows.1.height': 'Please check: 0.098 m?' });
  await divya.refused(
    contract.measure,
    measure([{ ...aarav, enrolmentId: Myra.admissionId }]),
    'health.range',
  );
  assert.equal((await child()).rows[0]?.weightG, 15_250, 'nothing is half-written');
  assert.deepEqual(
    await divya.call(
      contract.measure,
      measure([aarav, { enrolmentId: Kabir.admissionId, height: 101, weight: 16 }]),
    ),
    { saved: 2 },
  );
  const today = (await child()).rows[0];
  assert.deepEqual([today?.heightMm, today?.weightG, today?.allergies], [990, 15_500, 'Pistachio']);
  await divya.call(contract.measure, measure([{ ...aarav, height: 95, weight: 14 }], '2026-07-01'));
  const listed = (await divya.call(contract.list, { sectionId: NURSERY_A })).rows.find(
    ({ enrolmentId }) => enrolmentId === Aarav.admissionId,
  );
  assert.deepEqual([listed?.last?.measuredOn, listed?.grownMm, listed?.gainedG], ['2026-11-23', 40, 1500]);
  await app.as('Charu').refused(contract.measure, measure([aarav]), 'row.not-found');
});
